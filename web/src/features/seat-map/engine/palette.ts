import type { Look } from "./shapes";

/** The colours of the design as the page has them now, light or dark. */
export interface Palette {
  ground: string;
  section: string;
  stage: string;
  onStage: string;
  sold: string;
  held: string;
  mine: string;
  onMine: string;
  ink: string;
  ink2: string;
  ink3: string;
  line: string;
  stop: string;
  focus: string;
  surface: string;
  grade: Record<Look, string>;
  onGrade: Record<Look, string>;
  font: string;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const looks = [1, 2, 3, 4, 5, 6] as const;
  const ofLooks = (prefix: string) =>
    Object.fromEntries(looks.map((look) => [look, read(`${prefix}${look}`)])) as Record<
      Look,
      string
    >;
  return {
    ground: read("--map-bg"),
    section: read("--map-section"),
    stage: read("--map-stage"),
    onStage: read("--on-map-stage"),
    sold: read("--seat-sold"),
    held: read("--seat-held"),
    mine: read("--seat-mine"),
    onMine: read("--on-seat-mine"),
    ink: read("--ink"),
    ink2: read("--ink-2"),
    ink3: read("--ink-3"),
    line: read("--line"),
    stop: read("--stop"),
    focus: read("--focus"),
    surface: read("--surface"),
    grade: ofLooks("--grade-"),
    onGrade: ofLooks("--on-grade-"),
    font: read("--font") || "sans-serif",
  };
}
