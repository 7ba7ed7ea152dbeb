import type { ko } from "./ko";

/** What is wrong with a field, as the key of its sentence. */
export type DetailErrors = Partial<Record<"email" | "password", keyof typeof ko>>;

export const PASSWORD_MIN = 12;
const PASSWORD_BYTES_MAX = 72;

/** In the order of the fields, so the first is where the focus goes. Not every form has a password. */
export function checkDetails(details: { email: string; password?: string }): DetailErrors {
  const errors: DetailErrors = {};
  if (!/^\S+@\S+\.\S+$/.test(details.email.trim())) {
    errors.email = "needEmail";
  }
  const password = details.password === undefined ? null : checkPassword(details.password);
  if (password !== null) {
    errors.password = password;
  }
  return errors;
}

/** What is wrong with a new password, or null. */
export function checkPassword(password: string): "shortPassword" | "longPassword" | null {
  if ([...password].length < PASSWORD_MIN) {
    return "shortPassword";
  }
  return new TextEncoder().encode(password).length > PASSWORD_BYTES_MAX ? "longPassword" : null;
}
