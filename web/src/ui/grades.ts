/** Six looks of grades: colour and shape are one thing, the same on the map, in lists and on tickets. */
export type Look = 1 | 2 | 3 | 4 | 5 | 6;

/** Path data of each look within a square of 16 around the centre. */
export const lookPaths: Record<Look, string> = {
  1: "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0Z",
  2: "M-6-6h12v12h-12Z",
  3: "M0-7.4L7.4 0L0 7.4L-7.4 0Z",
  4: "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0ZM-3.6 0a3.6 3.6 0 1 1 7.2 0a3.6 3.6 0 1 1-7.2 0Z",
  5: "M0-7L7 6H-7Z",
  6: "M-2.5-6.5h5v4h4v5h-4v4h-5v-4h-4v-5h4Z",
};

/**
 * The looks of a show's grades: in order of price, OP the fifth. The same for the same grades, wherever
 * they are shown.
 */
export function looksOf(grades: readonly { grade: string; price: number }[]): Map<string, Look> {
  const looks = new Map<string, Look>();
  const byPrice = [...grades].sort((a, b) => b.price - a.price || a.grade.localeCompare(b.grade));
  if (byPrice.some((one) => one.grade === "OP")) {
    looks.set("OP", 5);
  }
  const free = ([1, 2, 3, 4, 5, 6] as Look[]).filter((look) => !(looks.has("OP") && look === 5));
  let next = 0;
  for (const { grade } of byPrice) {
    if (!looks.has(grade)) {
      looks.set(grade, free[next++ % free.length] ?? 1);
    }
  }
  return looks;
}
