import type { TermsType } from "../terms/useTerms";
import { readJson, remove, writeJson } from "../../lib/storage";

/** A sign-up under way: it survives going back and the provider's page. The password is never in it. */
export interface Draft {
  /** The version of each terms that was agreed to. */
  agreed: Partial<Record<TermsType, string>>;
  /** Of the browser's choice; who is verified under it is known to the provider. */
  identityId: string | null;
  isVerified: boolean;
  email: string;
  next: string;
  /** Whether a provider's login stands for a password. */
  bySocial: boolean;
}

const KEY = "onsale.sign-up";

export const empty: Draft = {
  agreed: {},
  identityId: null,
  isVerified: false,
  email: "",
  next: "/",
  bySocial: false,
};

export function readDraft(): Draft {
  return { ...empty, ...readJson<Partial<Draft>>(KEY) };
}

export function writeDraft(draft: Draft): void {
  writeJson(KEY, draft);
}

export function forgetDraft(): void {
  remove(KEY);
}

export type Step = "terms" | "identity" | "details";
export const steps: readonly Step[] = ["terms", "identity", "details"];

/** The first question that is not answered yet. */
export function stepOf(draft: Draft): Step {
  if (draft.agreed.SERVICE === undefined || draft.agreed.PRIVACY === undefined) {
    return "terms";
  }
  return draft.isVerified ? "details" : "identity";
}

/** What the provider's page said in the address it came back to. */
export function afterIdentity(
  draft: Draft,
  search: string,
): { draft: Draft; failed: boolean } | null {
  const params = new URLSearchParams(search);
  const id = params.get("identityVerificationId");
  if (id === null || id !== draft.identityId) {
    return null;
  }
  const failed = params.get("code") !== null;
  return {
    draft: failed ? { ...draft, identityId: null } : { ...draft, isVerified: true },
    failed,
  };
}
