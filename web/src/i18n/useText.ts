import { useSyncExternalStore } from "react";
import { locale, onLocale, type Locale } from "./locale";
import type { Text } from "./texts";

/** The same function again, but the component follows a change of language. */
export function useText<Key extends string>(text: Text<Key>): Text<Key> {
  useLocale();
  return text;
}

export function useLocale(): Locale {
  return useSyncExternalStore(onLocale, locale);
}
