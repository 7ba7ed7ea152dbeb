import type { IconName } from "../../../ui/icons";
import type { text } from "./text";

/** What an account may do at the desk; a fan may do nothing. */
export type Role = "USER" | "ORGANISER" | "OPERATOR" | "ADMIN";

export const ORGANISERS: readonly Role[] = ["ORGANISER", "ADMIN"];
export const OPERATORS: readonly Role[] = ["OPERATOR", "ADMIN"];
export const STAFF: readonly Role[] = ["ORGANISER", "OPERATOR", "ADMIN"];

interface Section {
  path: string;
  label: Parameters<typeof text>[0];
  icon: IconName;
  roles: readonly Role[];
  /** Its page has a policy of its own, so the browser loads it anew. */
  isLoadedAnew?: boolean;
}

/** The navigation of the desk, in its order. */
const sections: readonly Section[] = [
  { path: "/desk/sales", label: "sales", icon: "pulse", roles: STAFF },
  { path: "/desk/events", label: "events", icon: "calendar", roles: ORGANISERS },
  { path: "/desk/venues", label: "venues", icon: "seats", roles: ORGANISERS },
  { path: "/desk/search", label: "search", icon: "search", roles: OPERATORS },
  { path: "/desk/refunds", label: "refunds", icon: "card", roles: OPERATORS },
  { path: "/desk/cancelled", label: "cancelled", icon: "undo", roles: OPERATORS },
  { path: "/desk/accounts", label: "accounts", icon: "user", roles: OPERATORS },
  { path: "/desk/nodes", label: "nodes", icon: "server", roles: OPERATORS },
  { path: "/desk/messages", label: "messages", icon: "mail", roles: OPERATORS },
  { path: "/desk/integrity", label: "integrity", icon: "shield", roles: OPERATORS },
  { path: "/desk/jobs", label: "jobs", icon: "clock", roles: OPERATORS },
  { path: "/desk/audit", label: "audit", icon: "list", roles: OPERATORS },
  { path: "/desk/settings", label: "settings", icon: "sliders", roles: OPERATORS },
  {
    path: "/desk/check-in",
    label: "checkIn",
    icon: "ticket",
    roles: OPERATORS,
    isLoadedAnew: true,
  },
];

/** What an account of this role sees in the navigation; the first is its start. */
export function sectionsOf(role: Role): readonly Section[] {
  return sections.filter((section) => section.roles.includes(role));
}
