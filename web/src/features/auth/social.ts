import { call } from "../../api/client";
import { read, remove, write } from "../../lib/storage";
import { nextFrom } from "./next";
import type { Provider } from "./useProviders";

const NEXT = "onsale.social-next";

/** Leaves for the provider, which sends the browser back to `/login/social/<provider>`. */
export async function leaveFor(provider: Provider, next: string): Promise<void> {
  write(NEXT, next);
  const { url } = await call("/api/auth/browser/social/start", "post", { body: { provider } });
  window.location.assign(url);
}

/** Where the fan goes after the login: always a page of ours. */
export function nextAfterSocial(): string {
  const next = read(NEXT) ?? "/";
  return nextFrom(`?next=${encodeURIComponent(next)}`);
}

export function forgetNext(): void {
  remove(NEXT);
}

/** What the provider has put into the address. */
export type Back =
  | { kind: "code"; code: string; state: string }
  | { kind: "identity"; id: string }
  | { kind: "cancelled" };

/**
 * @param identityId the identity check that this browser was sent to from here, if any
 */
export function backFrom(search: string, identityId: string | null): Back {
  const params = new URLSearchParams(search);
  const code = params.get("code");
  const state = params.get("state");
  if (code !== null && state !== null) {
    return { kind: "code", code, state };
  }
  const id = params.get("identityVerificationId");
  if (id !== null && id === identityId && code === null) {
    return { kind: "identity", id };
  }
  return { kind: "cancelled" };
}

export function providerFrom(name: string | undefined): Provider | undefined {
  return (["GOOGLE", "KAKAO", "NAVER"] as const).find((one) => one.toLowerCase() === name);
}
