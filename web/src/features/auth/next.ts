/** Where a fan wanted to go before logging in: a page of ours, never another site. */
export function nextFrom(search: string): string {
  const next = new URLSearchParams(search).get("next");
  return next !== null && /^\/(?![/\\])/.test(next) ? next : "/";
}

export function loginWith(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`;
}

/** Goes there after a login. */
export function goOn(next: string, navigate: (to: string, options: { replace: true }) => void) {
  if (isOwnEntry(next)) {
    window.location.assign(next);
  } else {
    navigate(next, { replace: true });
  }
}

/** The waiting room is another page of the browser, and only a page loaded at a desk gets the camera. */
function isOwnEntry(path: string): boolean {
  return path.startsWith("/queue/") || path.startsWith("/desk/");
}
