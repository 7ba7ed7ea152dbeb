import { locale, type Locale } from "./locale";

export type Values = Record<string, string | number>;

/** A feature's sentences in the language of the moment, by key. */
export type Text<Key extends string> = (key: Key, values?: Values) => string;

/**
 * Sentences with values in braces. `{n|seat|seats}` is the first word when n is one, else the second,
 * which English needs and Korean does not.
 *
 * A feature keeps its sentences in its own `ko.ts` and `en.ts`, so they come with its bundle:
 * `export const text = texts({ ko, en });`
 */
export function texts<Key extends string>(all: Record<Locale, Record<Key, string>>): Text<Key> {
  return (key, values = {}) => fill(all[locale()][key], values);
}

export function fill(sentence: string, values: Values): string {
  return sentence.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (found, name: string, one, many) => {
      const value = values[name];
      if (value === undefined) {
        return found;
      }
      if (one === undefined) {
        return typeof value === "number" ? value.toLocaleString("en-US") : value;
      }
      return value === 1 ? one : many;
    },
  );
}
