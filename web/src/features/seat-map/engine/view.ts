import {
  between,
  type Camera,
  clamp,
  type Detail,
  detailOf,
  fit,
  pan,
  PITCH_CHOOSE,
  PITCH_NUMBERS,
  PITCH_SHAPES,
  type Size,
  toPlan,
  wholeOf,
  zoomAt,
} from "./camera";
import type { FreeCounts } from "./counts";
import { SeatGrid } from "./grid";
import { groundOf, type Labels, leastRoom, paintHouse, paintLabels } from "./overview";
import { type Marks, paintMarks } from "./overlay";
import type { Scene } from "./paint";
import { readPalette } from "./palette";
import type { Box, Plan } from "./plan";
import type { Look } from "./shapes";
import { TileLevel } from "./tiles";

/** Milliseconds of a frame that new tiles may take; what is left comes with the next frames. */
const TILE_BUDGET = 2;
const ZOOM_MILLIS = 360;
const SETTLE_MILLIS = 140;
/** As many change with the first answer, or after a long absence. */
const MANY_SEATS = 2_000;
/** Room for the names of the rows. */
const SECTION_MARGIN = 34;

export interface ViewOptions {
  plan: Plan;
  states: Uint8Array;
  counts: FreeCounts;
  looks: Look[];
  labels: Labels;
  /** Where to look first; else the whole house is shown. */
  camera?: Camera | undefined;
  onCamera?: (camera: Camera, size: Size, detail: Detail) => void;
}

/**
 * The map on its canvas. It draws only when something changed, never moves by itself, and leaves
 * it to its owner what a tap means.
 */
export class MapView {
  readonly grid: SeatGrid;
  camera: Camera;
  size: Size = { width: 1, height: 1 };
  private readonly ctx: CanvasRenderingContext2D;
  private readonly scene: Scene;
  private readonly grounds: Path2D[];
  private readonly room: number;
  private labels: Labels;
  private marks: Marks = { chosen: new Set(), gone: new Map(), proposed: new Set(), cursor: -1 };
  private level: TileLevel | undefined;
  private below: TileLevel | undefined;
  private ratio = 1;
  private frame = 0;
  private settle = 0;
  private flight: { from: Camera; to: Camera; start: number } | undefined;
  private fitted = true;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly options: ViewOptions,
  ) {
    this.ctx = canvas.getContext("2d", { alpha: false })!;
    this.grid = new SeatGrid(options.plan);
    this.labels = options.labels;
    this.scene = {
      plan: options.plan,
      grid: this.grid,
      states: options.states,
      looks: options.looks,
      palette: readPalette(canvas),
      wanted: new Set(),
      overlaid: new Set(),
    };
    this.grounds = options.plan.sections.map((section) => groundOf(options.plan, section));
    this.room = leastRoom(options.plan);
    this.camera = options.camera ?? wholeOf(options.plan.box, this.size);
    this.fitted = options.camera === undefined;
  }

  resize(width: number, height: number, ratio: number): void {
    if (width < 1 || height < 1) return;
    this.size = { width, height };
    const pixels = Math.min(2, ratio);
    // The pictures there are stay: the tray grows when a seat is chosen, and nothing may flicker.
    if (pixels !== this.ratio) this.level = this.below = undefined;
    this.ratio = pixels;
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    // A map that was whole stays whole; else what was in the middle stays there.
    this.setCamera(this.fitted ? this.whole() : this.camera);
    this.paint(performance.now());
  }

  themeChanged(): void {
    this.scene.palette = readPalette(this.canvas);
    this.repaint();
  }

  setLabels(labels: Labels): void {
    this.labels = labels;
    this.request();
  }

  setWanted(grades: ReadonlySet<number>): void {
    this.scene.wanted = grades;
    this.repaint();
  }

  setMarks(marks: Marks): void {
    const overlaid = new Set([...marks.chosen, ...marks.gone.keys()]);
    const moved = [...overlaid].filter((seat) => !this.scene.overlaid.has(seat));
    for (const seat of this.scene.overlaid) if (!overlaid.has(seat)) moved.push(seat);
    this.scene.overlaid = overlaid;
    this.marks = marks;
    this.seatsChanged(moved);
  }

  seatsChanged(ordinals: Iterable<number>): void {
    const seats = [...ordinals].filter((ordinal) => ordinal < this.scene.plan.seatCount);
    if (seats.length > MANY_SEATS) {
      this.repaint();
      return;
    }
    this.level?.changed(this.scene, seats);
    this.below?.changed(this.scene, seats);
    this.request();
  }

  get detail(): Detail {
    return detailOf(this.camera.pitch);
  }

  get isWhole(): boolean {
    return this.fitted;
  }

  panBy(dx: number, dy: number): void {
    this.flight = undefined;
    this.setCamera(pan(this.camera, dx, dy));
  }

  zoomBy(factor: number, px = this.size.width / 2, py = this.size.height / 2): void {
    this.flight = undefined;
    this.setCamera(zoomAt(this.camera, this.size, px, py, factor));
  }

  zoomIn(): void {
    const pitch =
      this.camera.pitch < PITCH_CHOOSE
        ? Math.min(PITCH_CHOOSE, this.camera.pitch * 2)
        : this.camera.pitch * 1.4;
    this.fly({ ...this.camera, pitch });
  }

  zoomOut(): void {
    this.fly({ ...this.camera, pitch: this.camera.pitch / 2 });
  }

  showAll(): void {
    this.fly(this.whole());
  }

  showSection(index: number, x?: number, y?: number): void {
    const { box } = this.scene.plan.sections[index]!;
    const whole = fit(box, this.size, SECTION_MARGIN);
    // A large section does not fit at a pitch for fingers: stay where the tap was.
    if (whole.pitch >= PITCH_NUMBERS) this.fly(whole);
    else this.fly({ pitch: PITCH_CHOOSE, x: x ?? whole.x, y: y ?? whole.y });
  }

  showSeat(ordinal: number): void {
    const { plan } = this.scene;
    const pitch = Math.max(this.camera.pitch, PITCH_CHOOSE);
    this.fly({ pitch, x: plan.x[ordinal]!, y: plan.y[ordinal]! });
  }

  seatAt(px: number, py: number): number {
    const { x, y } = toPlan(this.camera, this.size, px, py);
    return this.grid.nearest(x, y, 0.62);
  }

  sectionAt(px: number, py: number): number {
    const { x, y } = toPlan(this.camera, this.size, px, py);
    return this.scene.plan.sections.findIndex(({ box }) => contains(box, x, y));
  }

  zoneAt(px: number, py: number): number {
    const { x, y } = toPlan(this.camera, this.size, px, py);
    return this.scene.plan.zones.findIndex(({ box }) => contains(box, x, y));
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.settle);
  }

  private whole(): Camera {
    return wholeOf(this.scene.plan.box, this.size);
  }

  private fly(to: Camera): void {
    const target = clamp(to, this.scene.plan.box, this.size);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.flight = undefined;
      this.setCamera(target);
      return;
    }
    this.flight = { from: this.camera, to: target, start: performance.now() };
    this.request();
  }

  private setCamera(camera: Camera): void {
    this.camera = clamp(camera, this.scene.plan.box, this.size);
    this.fitted = this.camera.pitch <= this.whole().pitch * 1.001;
    this.options.onCamera?.(this.camera, this.size, this.detail);
    clearTimeout(this.settle);
    this.settle = window.setTimeout(() => this.request(), SETTLE_MILLIS);
    this.request();
  }

  private repaint(): void {
    this.below = this.level;
    this.level = undefined;
    this.request();
  }

  private request(): void {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.paint(now);
    });
  }

  private paint(now: number): void {
    if (this.flight) {
      const share = Math.min(1, (performance.now() - this.flight.start) / ZOOM_MILLIS);
      const eased = 1 - (1 - share) ** 3;
      const { from, to } = this.flight;
      if (share === 1) this.flight = undefined;
      this.setCamera(share === 1 ? to : between(from, to, eased));
    }
    const { ctx, scene, camera, size } = this;
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.fillStyle = scene.palette.ground;
    ctx.fillRect(0, 0, size.width, size.height);
    const blocks = camera.pitch < PITCH_SHAPES;
    const { counts } = this.options;
    paintHouse(ctx, scene, counts, this.grounds, camera, size, blocks);
    const missing = !blocks && this.paintTiles();
    paintLabels(ctx, scene, counts, this.room, camera, size, this.labels);
    const fading = paintMarks(ctx, scene, this.marks, camera, size, now, isStill());
    if (missing || fading || this.flight) this.request();
    this.canvas.toggleAttribute("data-painting", missing);
  }

  private paintTiles(): boolean {
    const { ctx, scene, camera, size } = this;
    const halfWidth = size.width / 2 / camera.pitch;
    const halfHeight = size.height / 2 / camera.pitch;
    const box: Box = {
      left: camera.x - halfWidth,
      right: camera.x + halfWidth,
      top: camera.y - halfHeight,
      bottom: camera.y + halfHeight,
    };
    const zooming = this.flight !== undefined || this.isPinching;
    if (!this.level) {
      this.level = new TileLevel(camera.pitch, this.ratio);
    } else if (this.level.pitch !== camera.pitch && !zooming) {
      this.below = this.level;
      this.level = new TileLevel(camera.pitch, this.ratio);
    }
    const deadline = performance.now() + TILE_BUDGET;
    const level = this.level;
    if (this.below && level.covers(box)) this.below = undefined;
    this.below?.draw(ctx, scene, box, camera.pitch, 0);
    const missing = level.draw(ctx, scene, box, camera.pitch, deadline);
    // Once more without the pictures below, when the new ones cover them.
    return missing || this.below !== undefined;
  }

  /** While two fingers or the wheel zoom, the pictures there are get stretched. */
  isPinching = false;

  pinched(): void {
    this.isPinching = false;
    this.request();
  }
}

function contains(box: Box, x: number, y: number): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
