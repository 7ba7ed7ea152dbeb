/** A round number of at most so many steps above the greatest value: 1, 2 or 5 times a power of ten. */
export function ticks(greatest: number, stepsMax = 3): number[] {
  if (greatest <= 0) return [0, 1];
  const rough = greatest / stepsMax;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  const count = Math.max(1, Math.ceil(greatest / step));
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** From values to pixels. */
export function scaleOf(box: Box, from: number, to: number, greatest: number) {
  const width = box.width - box.left - box.right;
  const height = box.height - box.top - box.bottom;
  const length = Math.max(1, to - from);
  return {
    x: (at: number) => round(box.left + (width * (at - from)) / length),
    y: (value: number) => round(box.top + height * (1 - value / greatest)),
  };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** A path through points; where a value is not known it begins again. */
export function pathOf(points: readonly { x: number; y: number | null }[]): string {
  let path = "";
  let isOpen = false;
  for (const { x, y } of points) {
    if (y === null) {
      isOpen = false;
    } else {
      path += `${isOpen ? "L" : "M"}${x} ${y}`;
      isOpen = true;
    }
  }
  return path;
}
