import { expect, it } from "vitest";
import { backWith } from "./answer";

it("an answer comes back as the provider would have called", () => {
  const back = backWith("/pay/return?reservationId=1", { paymentId: "p", paymentToken: "t" });
  expect(back).toBe("/pay/return?reservationId=1&paymentId=p&paymentToken=t");
  expect(backWith("/pay/return?reservationId=1", { code: "CANCELLED" })).toContain(
    "code=CANCELLED",
  );
});
