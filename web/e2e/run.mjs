// Starts one platform, runs every browser test against it, and stops it.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { startPlatform } from "./platform.mjs";

const directory = new URL(".", import.meta.url);
const wanted = process.argv.slice(2);
const files = readdirSync(directory)
  .filter((name) => name.endsWith(".test.mjs"))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .map((name) => new URL(name, directory).pathname);

// What hurts everybody for a moment runs when nobody else does.
const isAlone = (name) => name.endsWith(".alone.test.mjs");

const platform = await startPlatform();
const codes = [
  await run(
    files.filter((name) => !isAlone(name)),
    2,
  ),
  await run(files.filter(isAlone), 1),
];
await platform.stop();
process.exit(codes.find((code) => code !== 0) ?? 0);

async function run(some, atOnce) {
  if (some.length === 0) {
    return 0;
  }
  const tests = spawn(
    process.execPath,
    [
      "--test",
      `--test-concurrency=${atOnce}`,
      "--test-reporter=spec",
      "--test-timeout=300000",
      ...some,
    ],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        ONSALE_URL: platform.url,
        ONSALE_PASSWORD: platform.password,
        ONSALE_DATA_DIR: platform.directory,
      },
    },
  );
  return (await new Promise((resolve) => tests.once("exit", resolve))) ?? 1;
}
