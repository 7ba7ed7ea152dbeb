import type { ko } from "./ko";

export const en: Record<keyof typeof ko, string> = {
  title: "Terms",
  read: "Read",
  readTitle: "Read: {title}",
  version: "Version {version}",
  required: "{title} (required)",
  optional: "{title} (optional)",
  newTitle: "The terms have changed",
  newLead: "Please read the new terms and agree to them to go on.",
  agree: "Agree and go on",
  missing: "Agree to what is required to go on.",
  failed: "That did not work. Please try again in a moment.",
  later: "Later",
  news: "News and offers",
  newsNote: "You can change this at any time.",
};
