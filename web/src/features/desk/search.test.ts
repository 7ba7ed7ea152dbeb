import { describe, expect, it } from "vitest";
import { wantedBy } from "./search";

describe("what an operator typed", () => {
  it("is recognized by what it looks like", () => {
    expect(wantedBy(" b-20261118-000123 ")).toEqual({
      kind: "number",
      number: "B-20261118-000123",
    });
    expect(wantedBy("B-20261118-000123-2")).toEqual({
      kind: "number",
      number: "B-20261118-000123",
    });
    expect(wantedBy("0199A6B2-0000-7000-8000-00000000000A")).toEqual({
      kind: "id",
      id: "0199a6b2-0000-7000-8000-00000000000a",
    });
    expect(wantedBy("fan@onsale.example")).toEqual({ kind: "email", email: "fan@onsale.example" });
    expect(wantedBy("010-1234-5678")).toEqual({ kind: "phone", phone: "010-1234-5678" });
    expect(wantedBy("카드 한도 초과")).toEqual({ kind: "failure", failureCode: "카드 한도 초과" });
    expect(wantedBy("  ")).toBeNull();
  });
});
