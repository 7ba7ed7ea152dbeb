import { isProblem } from "../../api/problem";
import type { text } from "./text";

export type Key = Parameters<typeof text>[0];

const known: Record<string, Key> = {
  "user.wrong_code": "wrongCode",
  "user.code_expired": "codeExpired",
  "user.code_too_soon": "tooSoon",
  "user.no_mail": "noMail",
  "user.same_email": "sameEmail",
  "user.email_taken": "emailTaken",
  "user.wrong_password": "wrongPassword",
  "user.show_ahead": "showAhead",
  "user.refund_open": "refundOpen",
  "user.has_role": "hasRole",
  "user.refusal_over": "refuseOver",
};

/** The sentence for a refusal, with what it names. */
export function reason(error: unknown): { key: Key; values: Record<string, string | number> } {
  if (!isProblem(error)) {
    return { key: "failed", values: {} };
  }
  const key = known[error.code] ?? (error.isTemporary ? "busy" : "failed");
  return { key, values: { seconds: error.retryAfterSeconds ?? 60 } };
}
