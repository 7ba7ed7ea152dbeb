import { describe, expect, it } from "vitest";
import { sentences } from "./problems";

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

const CALLS: [string, string][] = [
  ["/api/reservations/{id}/checkout", "post"],
  ["/api/reservations/{id}/abandon", "post"],
  ["/api/reservations/hold/{id}", "delete"],
  ["/api/reservations/hold/{id}/extend", "post"],
  ["/api/payments", "post"],
  ["/api/payments/confirm", "post"],
  ["/api/payments/{id}/cancel", "post"],
];

describe("every refusal of the payment path", () => {
  const files = import.meta.glob<{ default: Description }>("../../../openapi.json", {
    eager: true,
  });
  const description = Object.values(files)[0]!.default;

  it.each(CALLS)("%s %s has a sentence of its own", (path, method) => {
    const operation = JSON.stringify(description.paths[path]?.[method]?.responses ?? {});
    const codes = new Set(operation.match(/(?:payment|reservation)\.[a-z_]+/g));

    expect(codes.size).toBeGreaterThan(0);
    for (const code of codes) expect(sentences, code).toHaveProperty([code]);
  });
});
