import { paintSeats, type Scene } from "./paint";
import type { Box } from "./plan";

/** Edge of a tile in CSS pixels: small enough that one is drawn within a part of a frame. */
const EDGE = 128;
/** Kept besides those in sight; those out of sight the longest go first. */
const SPARE_TILES_MAX = 100;

/** When more seats of a tile have changed, drawing it anew is faster than seat by seat. */
const PATCHES_MAX = 24;

interface Tile {
  canvas: HTMLCanvasElement;
  ctx: CanvasRenderingContext2D;
  column: number;
  line: number;
  /** Seats to draw again; null when all are to be drawn. */
  stale: Set<number> | null;
  seenAt: number;
}

/**
 * Pictures of the seats at one pitch. While the fan pans, frames copy them; what comes into sight
 * is drawn within a time budget, and a seat that changed is the only thing drawn again.
 */
export class TileLevel {
  private readonly tiles = new Map<string, Tile>();
  private frame = 0;
  private inSight = 0;

  constructor(
    readonly pitch: number,
    private readonly ratio: number,
  ) {}

  /** Copies what is there of a box, and returns whether something is still to be drawn. */
  draw(
    ctx: CanvasRenderingContext2D,
    scene: Scene,
    box: Box,
    pitchNow: number,
    deadline: number,
  ): boolean {
    this.frame++;
    this.inSight = 0;
    const scale = pitchNow / this.pitch;
    const unit = EDGE / this.pitch;
    let missing = false;
    for (let line = Math.floor(box.top / unit); line * unit < box.bottom; line++) {
      for (let column = Math.floor(box.left / unit); column * unit < box.right; column++) {
        this.inSight++;
        const tile = this.tile(column, line, scene, deadline);
        if (!tile || tile.stale === null) {
          missing = true;
          continue;
        }
        missing ||= tile.stale.size > 0;
        tile.seenAt = this.frame;
        const x = (column * unit - box.left) * pitchNow;
        const y = (line * unit - box.top) * pitchNow;
        if (scale === 1) {
          ctx.drawImage(
            tile.canvas,
            Math.round(x * this.ratio) / this.ratio,
            Math.round(y * this.ratio) / this.ratio,
            EDGE,
            EDGE,
          );
        } else {
          ctx.drawImage(tile.canvas, x, y, EDGE * scale, EDGE * scale);
        }
      }
    }
    return missing;
  }

  /** Whether all of a box is drawn, be it with seats that changed since. */
  covers(box: Box): boolean {
    const unit = EDGE / this.pitch;
    for (let line = Math.floor(box.top / unit); line * unit < box.bottom; line++) {
      for (let column = Math.floor(box.left / unit); column * unit < box.right; column++) {
        if (!this.tiles.get(`${column},${line}`)?.stale) return false;
      }
    }
    return true;
  }

  changed(scene: Scene, ordinals: Iterable<number>): void {
    const unit = EDGE / this.pitch;
    for (const ordinal of ordinals) {
      const x = scene.plan.x[ordinal]!;
      const y = scene.plan.y[ordinal]!;
      for (let line = Math.floor((y - 1) / unit); line <= Math.floor((y + 1) / unit); line++) {
        for (
          let column = Math.floor((x - 1) / unit);
          column <= Math.floor((x + 1) / unit);
          column++
        ) {
          this.tiles.get(`${column},${line}`)?.stale?.add(ordinal);
        }
      }
    }
  }

  private tile(column: number, line: number, scene: Scene, deadline: number): Tile | undefined {
    const key = `${column},${line}`;
    let tile = this.tiles.get(key);
    const late = performance.now() >= deadline;
    if (!tile) {
      if (late) return undefined;
      tile = this.make(column, line);
      this.tiles.set(key, tile);
      this.forget();
    }
    if (late) return tile;
    if (tile.stale === null || tile.stale.size > PATCHES_MAX) this.paint(tile, scene);
    else if (tile.stale.size > 0) this.patch(tile, scene, tile.stale);
    return tile;
  }

  private make(column: number, line: number): Tile {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(EDGE * this.ratio);
    canvas.height = canvas.width;
    const ctx = canvas.getContext("2d")!;
    ctx.scale(canvas.width / EDGE, canvas.height / EDGE);
    return { canvas, ctx, column, line, stale: null, seenAt: this.frame };
  }

  private paint(tile: Tile, scene: Scene): void {
    tile.ctx.clearRect(0, 0, EDGE, EDGE);
    paintSeats(tile.ctx, scene, { box: this.boxOf(tile), pitch: this.pitch });
    tile.stale = new Set();
  }

  private patch(tile: Tile, scene: Scene, seats: Set<number>): void {
    const box = this.boxOf(tile);
    for (const seat of seats) {
      const x = (scene.plan.x[seat]! - box.left) * this.pitch;
      const y = (scene.plan.y[seat]! - box.top) * this.pitch;
      const half = this.pitch * 0.52;
      tile.ctx.save();
      tile.ctx.beginPath();
      tile.ctx.rect(x - half, y - half, 2 * half, 2 * half);
      tile.ctx.clip();
      tile.ctx.clearRect(x - half, y - half, 2 * half, 2 * half);
      tile.ctx.translate(x - half, y - half);
      paintSeats(tile.ctx, scene, {
        box: {
          left: scene.plan.x[seat]! - 0.52,
          top: scene.plan.y[seat]! - 0.52,
          right: scene.plan.x[seat]! + 0.52,
          bottom: scene.plan.y[seat]! + 0.52,
        },
        pitch: this.pitch,
      });
      tile.ctx.restore();
    }
    seats.clear();
  }

  private boxOf(tile: Tile): Box {
    const unit = EDGE / this.pitch;
    return {
      left: tile.column * unit,
      top: tile.line * unit,
      right: (tile.column + 1) * unit,
      bottom: (tile.line + 1) * unit,
    };
  }

  private forget(): void {
    if (this.tiles.size <= this.inSight + SPARE_TILES_MAX) return;
    let oldest: string | undefined;
    let seenAt = Infinity;
    for (const [key, tile] of this.tiles) {
      if (tile.seenAt < seenAt) {
        seenAt = tile.seenAt;
        oldest = key;
      }
    }
    if (oldest !== undefined) this.tiles.delete(oldest);
  }
}
