import { useEffect, useId, useRef, useState } from "react";
import { count, timeOfDay } from "../../../lib/format";
import { type Box, pathOf, scaleOf, ticks } from "./scale";

export interface Curve {
  name: string;
  /** Colour and dashes, the same in the legend. */
  look: 1 | 2 | 3;
  values: readonly (number | null)[];
  filled?: boolean;
  /** Filled from this curve up, with hatches. */
  above?: readonly (number | null)[];
}

interface ChartProps {
  /** What it shows, for a screen reader; the present values follow. */
  label: string;
  times: readonly number[];
  curves: readonly Curve[];
  limit?: { value: number; name: string };
  height?: number;
}

const NARROW = 480;

/** Curves over time with one axis, the newest value at the end of each. */
export function Chart({ label, times, curves, limit, height = 200 }: ChartProps) {
  const [holder, width] = useWidth();
  const hatch = useId();
  const values = curves.flatMap((curve) => curve.values.filter((value) => value !== null));
  const axis = ticks(Math.max(limit?.value ?? 0, ...values, 0));
  const greatest = axis.at(-1)!;
  const box: Box = { width, height, left: 44, right: 64, top: 10, bottom: 24 };
  const from = times[0] ?? 0;
  const to = times.at(-1) ?? 1;
  const { x, y } = scaleOf(box, from, to, greatest);
  const ends = endsOf(curves, y);
  const said = curves
    .map((curve) => `${curve.name} ${count(Math.round(lastOf(curve.values) ?? 0))}`)
    .join(", ");
  return (
    <div className="chart" ref={holder}>
      <svg width={width} height={height} role="img" aria-label={`${label}: ${said}`}>
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternTransform="rotate(45)"
            patternUnits="userSpaceOnUse"
          >
            <rect width="6" height="6" className="chart-fill-1" />
            <rect width="2.5" height="6" className="chart-hatch" />
          </pattern>
        </defs>
        {axis.map((value) => (
          <g key={value}>
            <path className="chart-grid" d={`M${box.left} ${y(value)}H${width - box.right}`} />
            <text x={box.left - 8} y={y(value) + 4} textAnchor="end">
              {short(value)}
            </text>
          </g>
        ))}
        {times.length > 1
          ? timeMarks(from, to, width < NARROW ? 2 : 4).map((at, i, all) => (
              <text
                key={at}
                x={x(at)}
                y={height - 4}
                textAnchor={i === 0 ? "start" : i === all.length - 1 ? "end" : "middle"}
              >
                {timeOfDay(at)}
              </text>
            ))
          : null}
        {limit ? (
          <>
            <path
              className="chart-limit"
              d={`M${box.left} ${y(limit.value)}H${width - box.right}`}
            />
            <text x={width - box.right + 8} y={y(limit.value) + 4}>
              {limit.name}
            </text>
          </>
        ) : null}
        {curves.map((curve) => {
          const points = times.map((at, i) => {
            const value = curve.values[i] ?? null;
            return { x: x(at), y: value === null ? null : y(value) };
          });
          return (
            <g key={curve.name}>
              {curve.filled ? (
                <path className={`chart-fill-${curve.look}`} d={area(points, () => y(0))} />
              ) : null}
              {curve.above ? (
                <path fill={`url(#${hatch})`} d={area(points, (i) => y(curve.above![i] ?? 0))} />
              ) : null}
              {curve.above ? null : (
                <path className={`chart-line chart-line-${curve.look}`} d={pathOf(points)} />
              )}
            </g>
          );
        })}
        {ends.map(({ curve, at, value }) => (
          <g key={curve.name}>
            <circle className={`chart-dot-${curve.look}`} cx={x(to)} cy={y(value)} r="4" />
            <text className="chart-end" x={x(to) + 10} y={at + 4}>
              {count(Math.round(value))}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Bars over time, such as how many were admitted in a minute. */
export function Bars(props: {
  label: string;
  bars: readonly { at: number; value: number }[];
  from: number;
  to: number;
  height?: number;
}) {
  const { label, bars, from, to, height = 110 } = props;
  const [holder, width] = useWidth();
  const box: Box = { width, height, left: 44, right: 64, top: 10, bottom: 10 };
  const axis = ticks(Math.max(...bars.map((bar) => bar.value), 0), 2);
  const { x, y } = scaleOf(box, from, to, axis.at(-1)!);
  const each = Math.max(2, ((width - box.left - box.right) / Math.max(1, bars.length)) * 0.62);
  const last = bars.at(-1)?.value ?? 0;
  return (
    <div className="chart" ref={holder}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${label}: ${count(Math.round(last))}`}
      >
        {axis.map((value) => (
          <g key={value}>
            <path className="chart-grid" d={`M${box.left} ${y(value)}H${width - box.right}`} />
            <text x={box.left - 8} y={y(value) + 4} textAnchor="end">
              {short(value)}
            </text>
          </g>
        ))}
        {bars.map((bar) => (
          <rect
            key={bar.at}
            className="chart-bar"
            x={Math.max(box.left, x(bar.at))}
            y={y(bar.value)}
            width={Math.min(24, each)}
            height={Math.max(0, y(0) - y(bar.value))}
            rx="1.5"
          />
        ))}
        {bars.length > 0 ? (
          <text className="chart-end" x={width - box.right + 10} y={y(last) + 4}>
            {count(Math.round(last))}
          </text>
        ) : null}
      </svg>
    </div>
  );
}

export function Legend({ curves }: { curves: readonly Pick<Curve, "name" | "look" | "above">[] }) {
  return (
    <ul className="chart-legend">
      {curves.map((curve) => (
        <li key={curve.name}>
          <svg width="22" height="8" aria-hidden="true">
            {curve.above ? (
              <rect className="chart-hatch" width="22" height="8" rx="2" opacity="0.6" />
            ) : (
              <path className={`chart-line chart-line-${curve.look}`} d="M0 4h22" />
            )}
          </svg>
          {curve.name}
        </li>
      ))}
    </ul>
  );
}

/** The newest values, moved apart where they would lie on each other. */
function endsOf(curves: readonly Curve[], y: (value: number) => number) {
  const ends = curves
    .filter((curve) => !curve.above)
    .flatMap((curve) => {
      const value = lastOf(curve.values);
      return value === null ? [] : [{ curve, value, at: y(value) }];
    })
    .sort((a, b) => a.at - b.at);
  for (let i = 1; i < ends.length; i++) {
    ends[i]!.at = Math.max(ends[i]!.at, ends[i - 1]!.at + 14);
  }
  return ends;
}

function lastOf(values: readonly (number | null)[]): number | null {
  return values.at(-1) ?? null;
}

function area(
  points: readonly { x: number; y: number | null }[],
  base: (index: number) => number,
): string {
  const known = points.flatMap((point, i) => (point.y === null ? [] : [{ ...point, i }]));
  if (known.length === 0) return "";
  const up = known.map(({ x, y }) => `${x} ${y}`).join("L");
  const down = [...known]
    .reverse()
    .map(({ x, i }) => `${x} ${base(i)}`)
    .join("L");
  return `M${up}L${down}Z`;
}

function timeMarks(from: number, to: number, steps: number): number[] {
  return Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps);
}

function short(value: number): string {
  return value >= 10_000 ? `${count(value / 1_000)}k` : count(value);
}

/** The width that the chart has, in pixels: text in it is as large as beside it. */
function useWidth() {
  const holder = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(340);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [holder, width] as const;
}
