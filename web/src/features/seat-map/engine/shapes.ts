import type { Look } from "../../../ui/grades";

export type { Look };

/** Adds a seat's shape to the path that is open; a ring is stroked, all others are filled. */
export function addShape(to: CanvasPath, look: Look, x: number, y: number, radius: number): void {
  switch (look) {
    case 1:
      to.moveTo(x + radius, y);
      to.arc(x, y, radius, 0, 2 * Math.PI);
      return;
    case 2: {
      const half = radius * 0.92;
      to.rect(x - half, y - half, 2 * half, 2 * half);
      return;
    }
    case 3: {
      const half = radius * 1.2;
      to.moveTo(x, y - half);
      to.lineTo(x + half, y);
      to.lineTo(x, y + half);
      to.lineTo(x - half, y);
      to.closePath();
      return;
    }
    case 4: {
      const inner = radius * 0.8;
      to.moveTo(x + inner, y);
      to.arc(x, y, inner, 0, 2 * Math.PI);
      return;
    }
    case 5: {
      const half = radius * 1.12;
      to.moveTo(x, y - half);
      to.lineTo(x + half, y + half * 0.85);
      to.lineTo(x - half, y + half * 0.85);
      to.closePath();
      return;
    }
    case 6: {
      const arm = radius * 1.05;
      const half = radius * 0.4;
      to.rect(x - arm, y - half, 2 * arm, 2 * half);
      to.rect(x - half, y - arm, 2 * half, 2 * arm);
    }
  }
}

/** Where a seat has room for its number it is filled, be it a ring. */
export function addNumberedShape(
  to: CanvasPath,
  look: Look,
  x: number,
  y: number,
  radius: number,
): void {
  if (look === 2 || look === 6) {
    to.roundRect(x - radius, y - radius, 2 * radius, 2 * radius, radius * 0.25);
  } else if (look === 3) {
    addShape(to, 3, x, y, radius * 1.05);
  } else if (look === 5) {
    addShape(to, 5, x, y, radius * 1.04);
  } else {
    addShape(to, 1, x, y, radius);
  }
}
