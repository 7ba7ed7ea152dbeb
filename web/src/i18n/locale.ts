import { read, write } from "../lib/storage";

/** The two languages. The choice is kept on the device; the browser's own decides at first. */
export type Locale = "ko" | "en";

const KEY = "onsale.locale";
const listeners = new Set<() => void>();
let current: Locale = asked() ?? chosen() ?? preferred();

/** Of an address such as a search engine knows, which has a language of its own. */
function asked(): Locale | null {
  const lang =
    typeof window === "undefined" ? null : new URLSearchParams(window.location.search).get("lang");
  return lang === "ko" || lang === "en" ? lang : null;
}

function chosen(): Locale | null {
  const stored = read(KEY);
  return stored === "ko" || stored === "en" ? stored : null;
}

function preferred(): Locale {
  const languages = typeof navigator === "undefined" ? [] : navigator.languages;
  const known = languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === "ko" || tag === "en");
  return known === "en" ? "en" : "ko";
}

export function locale(): Locale {
  return current;
}

export function setLocale(next: Locale): void {
  current = next;
  write(KEY, next);
  showLocale();
  listeners.forEach((listener) => listener());
}

/** Screen readers choose their voice by it. */
export function showLocale(): void {
  document.documentElement.lang = current;
}

export function onLocale(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
