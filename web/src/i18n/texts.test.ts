import { describe, expect, it } from "vitest";
import { fill } from "./texts";

const files = import.meta.glob<Record<string, Record<string, string>>>("../**/{ko,en}.ts", {
  eager: true,
});
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/\/(ko|en)\.ts$/, "")))];

const messages = (folder: string, locale: "ko" | "en") =>
  files[`${folder}/${locale}.ts`]?.[locale] ?? {};

const holes = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort();

describe("every sentence is there in both languages", () => {
  it("finds the features", () => {
    expect(folders.length).toBeGreaterThanOrEqual(2);
  });

  it.each(folders)("%s", (folder) => {
    const ko = messages(folder, "ko");
    const en = messages(folder, "en");
    expect(Object.keys(en).sort()).toEqual(Object.keys(ko).sort());
    for (const key of Object.keys(ko)) {
      if (!key.endsWith("Unit")) {
        // what a number is counted in may have no word
        expect(ko[key], `${key} in Korean`).not.toBe("");
        expect(en[key], `${key} in English`).not.toBe("");
      }
      expect(en[key], `${key} is not translated`).not.toMatch(/[가-힣]/);
      expect(holes(en[key] ?? ""), `values of ${key}`).toEqual(holes(ko[key] ?? ""));
    }
  });
});

describe("values in sentences", () => {
  it("stand in their places", () => {
    expect(fill("{n}명 중 {k}명", { n: 1000, k: 2 })).toBe("1,000명 중 2명");
  });

  it("choose the word by their number", () => {
    expect(fill("{n} {n|seat|seats}", { n: 1 })).toBe("1 seat");
    expect(fill("{n} {n|seat|seats}", { n: 2 })).toBe("2 seats");
  });

  it("that are missing stay visible", () => {
    expect(fill("{n}", {})).toBe("{n}");
  });
});
