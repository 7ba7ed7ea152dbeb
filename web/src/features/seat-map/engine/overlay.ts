import { type Camera, detailOf, type Size, toScreen } from "./camera";
import { type Scene, seatRadius } from "./paint";
import { sectionOf } from "./plan";
import { addShape } from "./shapes";

/** Seats that are drawn above all others, in each frame. */
export interface Marks {
  chosen: ReadonlySet<number>;
  /** Taken by somebody else while chosen, with the time it was noticed. */
  gone: ReadonlyMap<number, number>;
  proposed: ReadonlySet<number>;
  /** Where the keyboard is. */
  cursor: number;
}

const RING_MILLIS = 900;
const ROW_NAMES_PIXELS = 30;
const ROW_NAMES_REACH = 0.25;

/** Returns whether something is still fading. */
export function paintMarks(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  marks: Marks,
  camera: Camera,
  size: Size,
  now: number,
  still: boolean,
): boolean {
  const { palette, plan, looks } = scene;
  const at = (seat: number) => toScreen(camera, size, plan.x[seat]!, plan.y[seat]!);
  const half = Math.max(5, seatRadius(camera.pitch) * 1.12);
  for (const seat of marks.proposed) {
    const { x, y } = at(seat);
    if (!marks.chosen.has(seat)) {
      ctx.fillStyle = palette.grade[looks[plan.grade[seat]!] ?? 6];
      ctx.beginPath();
      addShape(ctx, looks[plan.grade[seat]!] ?? 6, x, y, half * 0.8);
      ctx.fill();
    }
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 2.5;
    ctx.beginPath();
    ctx.roundRect(x - half - 1, y - half - 1, 2 * half + 2, 2 * half + 2, half * 0.35);
    ctx.stroke();
  }
  for (const seat of marks.chosen) {
    const { x, y } = at(seat);
    ctx.fillStyle = palette.mine;
    ctx.beginPath();
    ctx.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.45);
    ctx.fill();
    paintCheck(ctx, x, y, half, palette.onMine);
  }
  let fading = false;
  for (const [seat, since] of marks.gone) {
    const { x, y } = at(seat);
    const share = still ? 1 : Math.min(1, (now - since) / RING_MILLIS);
    paintGone(ctx, x, y, half, palette.sold, palette.ink2);
    if (share < 1) {
      fading = true;
      ctx.globalAlpha = 1 - share;
      ctx.strokeStyle = palette.stop;
      ctx.lineWidth = 2;
      ctx.beginPath();
      ctx.arc(x, y, half * (1.35 + 0.4 * share), 0, 2 * Math.PI);
      ctx.stroke();
      ctx.globalAlpha = 1;
    }
  }
  if (marks.cursor >= 0) {
    const { x, y } = at(marks.cursor);
    ctx.strokeStyle = palette.focus;
    ctx.lineWidth = 3;
    ctx.beginPath();
    ctx.roundRect(x - half - 3, y - half - 3, 2 * half + 6, 2 * half + 6, half * 0.5);
    ctx.stroke();
  }
  if (detailOf(camera.pitch) === "numbers") paintRowNames(ctx, scene, camera, size);
  return fading;
}

function paintCheck(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  half: number,
  colour: string,
) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1.5, half * 0.2);
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.beginPath();
  ctx.moveTo(x - half * 0.42, y + half * 0.04);
  ctx.lineTo(x - half * 0.1, y + half * 0.36);
  ctx.lineTo(x + half * 0.46, y - half * 0.32);
  ctx.stroke();
}

function paintGone(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  half: number,
  ground: string,
  cross: string,
) {
  ctx.fillStyle = ground;
  ctx.beginPath();
  ctx.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.45);
  ctx.fill();
  ctx.strokeStyle = cross;
  ctx.lineWidth = 1.75;
  ctx.lineCap = "round";
  const arm = half * 0.32;
  ctx.beginPath();
  ctx.moveTo(x - arm, y - arm);
  ctx.lineTo(x + arm, y + arm);
  ctx.moveTo(x + arm, y - arm);
  ctx.lineTo(x - arm, y + arm);
  ctx.stroke();
}

/** The names of the rows in sight stay at the left edge while their seats move. */
function paintRowNames(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  camera: Camera,
  size: Size,
): void {
  const { plan, palette, grid } = scene;
  const left = camera.x - size.width / 2 / camera.pitch;
  const half = size.height / 2 / camera.pitch;
  const leftmost = new Map<number, number>();
  grid.each({ left, right: camera.x, top: camera.y - half, bottom: camera.y + half }, (seat) => {
    if (plan.x[seat]! < left) return;
    const row = plan.rowOf[seat]!;
    const known = leftmost.get(row);
    if (known === undefined || plan.x[seat]! < plan.x[known]!) leftmost.set(row, seat);
  });
  const nearest = grid.nearest(camera.x, camera.y, half);
  if (nearest < 0) return;
  const section = sectionOf(plan, nearest);
  const names = [...leftmost]
    .filter(([row]) => plan.rows[row]!.section === section.index)
    .map(([row, seat]) => ({
      name: plan.rows[row]!.name,
      ...toScreen(camera, size, plan.x[seat]!, plan.y[seat]!),
    }));
  // Far from its seats, a name would be taken for another section's.
  if (names.every(({ x }) => x > size.width * ROW_NAMES_REACH)) return;
  ctx.globalAlpha = 0.9;
  ctx.fillStyle = palette.ground;
  ctx.fillRect(0, 0, ROW_NAMES_PIXELS, size.height);
  ctx.globalAlpha = 1;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.font = `500 13px ${palette.font}`;
  ctx.fillStyle = palette.ink3;
  for (const { name, y } of names) {
    ctx.fillText(name, ROW_NAMES_PIXELS / 2, y);
  }
}
