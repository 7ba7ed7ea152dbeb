import type { ko } from "./ko";

export const en: Record<keyof typeof ko, string> = {
  title: "Opening the payment page",
  failed: "the payment page did not open",
};
