import { useEffect, useRef } from "react";
import { type Camera, fit, type Size } from "./engine/camera";
import { readPalette } from "./engine/palette";
import type { Hall } from "./hall";

const WIDTH = 96;
const HEIGHT = 92;

/** Where in the house the fan is looking. Only a picture; the buttons move the map. */
export function Minimap(props: { hall: Hall; camera: Camera; size: Size; version: number }) {
  const { hall, camera, size, version } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    const ratio = Math.min(2, devicePixelRatio);
    element.width = WIDTH * ratio;
    element.height = HEIGHT * ratio;
    const ctx = element.getContext("2d")!;
    const palette = readPalette(element);
    const whole = fit(hall.plan.box, { width: WIDTH, height: HEIGHT }, 6);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, WIDTH, HEIGHT);
    const left = (x: number) => (x - whole.x) * whole.pitch + WIDTH / 2;
    const top = (y: number) => (y - whole.y) * whole.pitch + HEIGHT / 2;
    for (const section of hall.plan.sections) {
      const grades = hall.plan.grades.length;
      let grade = 0;
      for (let g = 1; g < grades; g++) {
        const of = (index: number) => hall.counts.bySectionGrade[section.index * grades + index]!;
        if (of(g) > of(grade)) grade = g;
      }
      const { box } = section;
      ctx.fillStyle = palette.stage;
      ctx.fillRect(
        left(box.left),
        top(box.top),
        (box.right - box.left) * whole.pitch,
        (box.bottom - box.top) * whole.pitch,
      );
      ctx.globalAlpha =
        (0.75 * hall.counts.bySection[section.index]!) / Math.max(1, section.end - section.first);
      ctx.fillStyle = palette.grade[hall.looks[grade] ?? 6];
      ctx.fillRect(
        left(box.left),
        top(box.top),
        (box.right - box.left) * whole.pitch,
        (box.bottom - box.top) * whole.pitch,
      );
      ctx.globalAlpha = 1;
    }
    const width = (size.width / camera.pitch) * whole.pitch;
    const height = (size.height / camera.pitch) * whole.pitch;
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 2;
    ctx.strokeRect(left(camera.x) - width / 2, top(camera.y) - height / 2, width, height);
  }, [hall, camera, size, version]);
  return <canvas ref={canvas} className="seat-map-mini" aria-hidden="true" />;
}
