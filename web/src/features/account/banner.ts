import { read, remove, write } from "../../lib/storage";

const KEY = "onsale.confirm-email";
const listeners = new Set<() => void>();

/** After a sign-up a banner asks for the mailed code, until it was given or the banner closed. */
export function openBanner(): void {
  write(KEY, "1");
  listeners.forEach((listener) => listener());
}

export function closeBanner(): void {
  remove(KEY);
  listeners.forEach((listener) => listener());
}

export function isBannerOpen(): boolean {
  return read(KEY) !== null;
}

export function onBanner(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
