import { expect, it } from "vitest";
import { checkDetails } from "./details";

const good = { email: "fan@onsale.example", password: "a long password" };

it("takes what the platform takes", () => {
  expect(checkDetails(good)).toEqual({});
});

it("names what is wrong, the first field first", () => {
  const errors = checkDetails({ email: "fan", password: "short" });
  expect(Object.entries(errors)).toEqual([
    ["email", "needEmail"],
    ["password", "shortPassword"],
  ]);
});

it("counts bytes, as the platform does", () => {
  expect(checkDetails({ ...good, password: "비".repeat(25) }).password).toBe("longPassword");
});
