import { expect, it } from "vitest";
import { afterIdentity, empty, stepOf } from "./draft";

const agreed = { ...empty, agreed: { SERVICE: "2025-11", PRIVACY: "2025-11" } };

it("asks one question after the other", () => {
  expect(stepOf(empty)).toBe("terms");
  expect(stepOf(agreed)).toBe("identity");
  expect(stepOf({ ...agreed, isVerified: true })).toBe("details");
});

it("goes on when the provider's page comes back well", () => {
  const back = afterIdentity({ ...agreed, identityId: "a" }, "?identityVerificationId=a");
  expect(back?.draft.isVerified).toBe(true);
});

it("asks again when it was cancelled", () => {
  const back = afterIdentity({ ...agreed, identityId: "a" }, "?identityVerificationId=a&code=X");
  expect(back?.failed).toBe(true);
  expect(back?.draft.isVerified).toBe(false);
  expect(back?.draft.identityId).toBeNull();
});

it("believes nobody who was not sent there", () => {
  expect(afterIdentity({ ...agreed, identityId: "a" }, "?identityVerificationId=b")).toBeNull();
  expect(afterIdentity(agreed, "?identityVerificationId=b")).toBeNull();
});
