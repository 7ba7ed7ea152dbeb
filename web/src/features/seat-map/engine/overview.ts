import type { Camera, Size } from "./camera";
import { detailOf, toScreen } from "./camera";
import type { FreeCounts } from "./counts";
import type { Scene } from "./paint";
import type { Palette } from "./palette";
import type { Box, Plan, PlanSection } from "./plan";

/** The ground of a section: its outline, bent as its rows are. In places. */
export function groundOf(plan: Plan, section: PlanSection): Path2D {
  const { box } = section;
  const mid = (box.left + box.right) / 2;
  const half = Math.max(1, (box.right - box.left) / 2);
  const centre = section.curve === null ? (plan.box.left + plan.box.right) / 2 : mid;
  const bend = section.curve === null ? plan.bend : section.curve / half ** 2;
  const own = (x: number) => bend * (x - centre) ** 2;
  // The box covers the bent rows; take the bend of its flattest edge off again.
  const bends = [
    own(box.left),
    own(box.right),
    ...(box.left < centre && centre < box.right ? [0] : []),
  ];
  const least = Math.min(...bends);
  const most = Math.max(...bends);
  const curve = (x: number, y: number) => y - own(x);
  const top = box.top + most;
  const bottom = box.bottom + least;
  const control = (y: number) => 2 * curve(mid, y) - (curve(box.left, y) + curve(box.right, y)) / 2;
  const path = new Path2D();
  path.moveTo(box.left, curve(box.left, top));
  path.quadraticCurveTo(mid, control(top), box.right, curve(box.right, top));
  path.lineTo(box.right, curve(box.right, bottom));
  path.quadraticCurveTo(mid, control(bottom), box.left, curve(box.left, bottom));
  path.closePath();
  return path;
}

export interface Labels {
  stage: string;
  section: (section: PlanSection) => string;
  zone: (index: number) => string;
  count: (free: number) => string;
}

/** The stage, the grounds and the zones, which are under the seats at every pitch. */
export function paintHouse(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  counts: FreeCounts,
  grounds: Path2D[],
  camera: Camera,
  size: Size,
  asBlocks: boolean,
): void {
  const { plan, palette, looks } = scene;
  const origin = toScreen(camera, size, 0, 0);
  ctx.save();
  ctx.translate(origin.x, origin.y);
  ctx.scale(camera.pitch, camera.pitch);
  paintStage(ctx, scene);
  ctx.fillStyle = palette.section;
  plan.sections.forEach((section, i) => {
    if (!inSight(section.box, camera, size)) return;
    ctx.fillStyle = palette.section;
    ctx.fill(grounds[i]!);
    if (!asBlocks) return;
    const free = counts.bySection[i]!;
    const share = free / Math.max(1, section.end - section.first);
    const grade = mostFree(scene, counts, i);
    const asked = scene.wanted.size === 0 || scene.wanted.has(grade);
    if (free > 0 && asked) {
      ctx.globalAlpha = 0.16 + 0.34 * share;
      ctx.fillStyle = palette.grade[looks[grade] ?? 6];
      ctx.fill(grounds[i]!);
      ctx.globalAlpha = 1;
    }
  });
  for (const zone of plan.zones) {
    const { left, top, right, bottom } = zone.box;
    ctx.fillStyle = palette.section;
    ctx.beginPath();
    ctx.roundRect(left, top, right - left, bottom - top, 0.8);
    ctx.fill();
    const free = counts.byZone[zone.index]!;
    if (free > 0) {
      ctx.globalAlpha = 0.16 + 0.34 * (free / zone.count);
      ctx.fillStyle = palette.grade[looks[zone.grade] ?? 6];
      ctx.fill();
      ctx.globalAlpha = 1;
    }
  }
  ctx.restore();
}

function paintStage(ctx: CanvasRenderingContext2D, { plan, palette }: Scene): void {
  const { left, right, top, bottom } = plan.stage;
  const inset = (right - left) * 0.06;
  ctx.fillStyle = palette.stage;
  ctx.beginPath();
  ctx.moveTo(left, top);
  ctx.lineTo(right, top);
  ctx.lineTo(right - inset, bottom - (bottom - top) * 0.15);
  ctx.quadraticCurveTo(
    (left + right) / 2,
    bottom + (bottom - top) * 0.15,
    left + inset,
    bottom - (bottom - top) * 0.15,
  );
  ctx.closePath();
  ctx.fill();
}

/** The grade of a section that the most free seats have. */
function mostFree(scene: Scene, counts: FreeCounts, section: number): number {
  const grades = scene.plan.grades.length;
  let best = 0;
  for (let grade = 1; grade < grades; grade++) {
    if (
      counts.bySectionGrade[section * grades + grade]! >
      counts.bySectionGrade[section * grades + best]!
    ) {
      best = grade;
    }
  }
  return best;
}

function inSight(
  box: { left: number; right: number; top: number; bottom: number },
  camera: Camera,
  size: Size,
): boolean {
  const halfWidth = size.width / 2 / camera.pitch;
  const halfHeight = size.height / 2 / camera.pitch;
  return (
    box.right > camera.x - halfWidth &&
    box.left < camera.x + halfWidth &&
    box.bottom > camera.y - halfHeight &&
    box.top < camera.y + halfHeight
  );
}

/** Places between a section and the next one below it, where they are closest. */
export function leastRoom(plan: Plan): number {
  const boxes = [...plan.sections, ...plan.zones].map(({ box }) => box);
  let least = Infinity;
  for (const { box } of plan.sections) {
    for (const other of boxes) {
      const isBelow = other.top + other.bottom > box.top + box.bottom;
      if (isBelow && other.left < box.right && other.right > box.left) {
        least = Math.min(least, other.top - box.bottom);
      }
    }
  }
  return least;
}

/** Of a section without what its bend adds to its box, in places. */
function heightOf(plan: Plan, { left, right, top, bottom }: Box): number {
  const centre = (plan.box.left + plan.box.right) / 2;
  const ends = [(left - centre) ** 2, (right - centre) ** 2];
  const nearest = left < centre && centre < right ? 0 : Math.min(...ends);
  return bottom - top - plan.bend * (Math.max(...ends) - nearest);
}

/** Pixels that a line of words takes, and the height of a block that has two. */
const LINE = 20;
const TWO_LINES = 36;

/** Over the seats: where sections are close together, their names stand in the middle of them. */
export function paintLabels(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  counts: FreeCounts,
  room: number,
  camera: Camera,
  size: Size,
  labels: Labels,
): void {
  const { plan, palette } = scene;
  const detail = detailOf(camera.pitch);
  const words = new Words(ctx, palette.font);
  const middle = (box: Box) =>
    toScreen(camera, size, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const stage = middle(plan.stage);
  words.add(labels.stage, stage.x, stage.y, "600 13px", palette.onStage);
  plan.sections.forEach((section, i) => {
    const { box } = section;
    const below = { ...box, bottom: box.bottom + LINE / camera.pitch };
    if (!inSight(below, camera, size)) return;
    const width = (box.right - box.left) * camera.pitch;
    const height = heightOf(plan, box) * camera.pitch;
    const free = labels.count(counts.bySection[i]!);
    const at = middle(box);
    if (detail === "sections") {
      if (width < 26) return;
      const isTall = width >= 40 && height >= TWO_LINES;
      words.add(section.name, at.x, at.y - (isTall ? 8 : 0), "700 12px", palette.ink);
      if (isTall) words.add(free, at.x, at.y + 8, "500 12px", palette.ink2);
    } else if (room * camera.pitch >= LINE) {
      const { y } = toScreen(camera, size, 0, box.bottom);
      words.addPair(labels.section(section), free, at.x, y + 10, palette.ink3, palette.ink);
    } else if (detail === "shapes" && height >= LINE) {
      words.addPill(section.name, free, at.x, at.y, palette);
    }
  });
  for (const zone of plan.zones) {
    const at = middle(zone.box);
    const free = labels.count(counts.byZone[zone.index]!);
    words.add(labels.zone(zone.index), at.x, at.y - 9, "600 13px", palette.ink);
    words.add(free, at.x, at.y + 9, "500 12px", palette.ink2);
  }
  words.paint();
}

/** Words by font and colour: changing either between words costs more than the words. */
class Words {
  private static readonly widths = new Map<string, number>();
  private readonly pills: { left: number; top: number; width: number; colour: string }[] = [];
  private readonly groups = new Map<string, { font: string; colour: string; at: Word[] }>();

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly family: string,
  ) {}

  add(text: string, x: number, y: number, font: string, colour: string): void {
    const key = font + colour;
    let group = this.groups.get(key);
    if (!group) {
      group = { font, colour, at: [] };
      this.groups.set(key, group);
    }
    group.at.push({ text, x, y });
  }

  /** A light and a bold word side by side, in the middle of a point. */
  addPair(
    light: string,
    bold: string,
    x: number,
    y: number,
    colour: string,
    boldColour: string,
  ): void {
    const first = this.width(`${light} `, "500 13px");
    const second = this.width(bold, "700 13px");
    const left = x - (first + second) / 2;
    this.add(light, left + (first - 3) / 2, y, "500 13px", colour);
    this.add(bold, left + first + second / 2, y, "700 13px", boldColour);
  }

  /** A pair on paper of its own, so that it can be read over seats. */
  addPill(light: string, bold: string, x: number, y: number, palette: Palette): void {
    const width = this.width(`${light} `, "500 13px") + this.width(bold, "700 13px") + 14;
    this.pills.push({ left: x - width / 2, top: y - LINE / 2, width, colour: palette.ground });
    this.addPair(light, bold, x, y, palette.ink3, palette.ink);
  }

  paint(): void {
    const { ctx } = this;
    for (const { left, top, width, colour } of this.pills) {
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.roundRect(left, top, width, LINE, LINE / 2);
      ctx.fill();
    }
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    for (const { font, colour, at } of this.groups.values()) {
      ctx.font = `${font} ${this.family}`;
      ctx.fillStyle = colour;
      for (const { text, x, y } of at) ctx.fillText(text, x, y);
    }
  }

  private width(text: string, font: string): number {
    const key = font + text;
    let width = Words.widths.get(key);
    if (width === undefined) {
      this.ctx.font = `${font} ${this.family}`;
      width = this.ctx.measureText(text).width;
      if (Words.widths.size > WIDTHS_MAX) Words.widths.clear();
      Words.widths.set(key, width);
    }
    return width;
  }
}

interface Word {
  text: string;
  x: number;
  y: number;
}

const WIDTHS_MAX = 5_000;
