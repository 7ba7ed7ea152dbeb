// Writes openapi.json, from which the types of the API are generated, as a running platform tells it.
import { writeFileSync } from "node:fs";

const platform = process.env.ONSALE_URL ?? "http://localhost:8080";
const answer = await fetch(`${platform}/v3/api-docs`).catch(() => null);
if (!answer?.ok) {
  console.error(
    `No platform answers at ${platform}: start one with ./onsale serve, or set ONSALE_URL.`,
  );
  process.exit(1);
}
const description = await answer.json();
writeFileSync(
  new URL("../openapi.json", import.meta.url),
  JSON.stringify(sorted(description), null, 1) + "\n",
);

/** In an order of its own, so that only changes of the API change the file. */
function sorted(value) {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
