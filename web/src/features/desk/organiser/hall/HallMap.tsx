import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useText } from "../../../../i18n/useText";
import { floorName } from "../../../../lib/format";
import { Icon } from "../../../../ui/Icon";
import { type Camera, type Size, toPlan, toScreen } from "../../../seat-map/engine/camera";
import { FreeCounts } from "../../../seat-map/engine/counts";
import { listenToGestures, moveByKey } from "../../../seat-map/engine/gestures";
import type { Box, Plan } from "../../../seat-map/engine/plan";
import type { Look } from "../../../seat-map/engine/shapes";
import { MapView } from "../../../seat-map/engine/view";
import { text } from "./text";

export type Tool = "select" | "move" | "draw" | "gap" | "accessible" | "viewRestricted" | "pick";

interface HallMapProps {
  plan: Plan;
  looks: Look[];
  /** What is free; without them all seats are. */
  states?: Uint8Array;
  tool: Tool;
  /** The chosen section, or −1. */
  section: number;
  /** Seats that are shown as chosen. */
  marked: ReadonlySet<number>;
  onSection: (section: number) => void;
  onZone: (zone: number) => void;
  onSeat: (ordinal: number) => void;
  onMove: (section: number, dx: number, dy: number) => void;
  onRemove: () => void;
  /** A rectangle was drawn, in places. */
  onDraw?: (box: Box) => void;
}

const NONE: ReadonlySet<number> = new Set();
const NUDGE = 0.5;

/** The fans' map of the hall as it is edited, with tools instead of a choice. */
export function HallMap(props: HallMapProps) {
  const t = useText(text);
  const { plan, looks, section, states } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<MapView | null>(null);
  const before = useRef<{ camera: Camera; isWhole: boolean } | null>(null);
  const [sight, setSight] = useState<{ camera: Camera; size: Size } | null>(null);
  const [ghost, setGhost] = useState<Box | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = box.current!;
    let frame = 0;
    const shown = states ?? new Uint8Array(plan.count);
    const counts = new FreeCounts(plan, shown);
    counts.updateAll();
    const kept = before.current;
    const map = new MapView(canvas.current!, {
      plan,
      states: shown,
      counts,
      looks,
      camera: kept && !kept.isWhole ? kept.camera : undefined,
      labels: {
        stage: text("stage"),
        section: (one) => `${floorName(one.floor)} ${one.name}`,
        zone: (index) => plan.zones[index]!.name,
        count: (free) => String(free),
      },
      onCamera: () => {
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          before.current = { camera: map.camera, isWhole: map.isWhole };
          setSight({ camera: map.camera, size: map.size });
        });
      },
    });
    view.current = map;
    map.resize(element.clientWidth, element.clientHeight, devicePixelRatio);
    const sizes = new ResizeObserver(() =>
      map.resize(element.clientWidth, element.clientHeight, devicePixelRatio),
    );
    sizes.observe(element);
    const stopDrags = listenToDrags(element, map, () => latest.current, setGhost);
    const stopGestures = listenToGestures(element, map, (x, y) =>
      tapped(map, latest.current, x, y),
    );
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = () => map.themeChanged();
    dark.addEventListener("change", theme);
    void document.fonts?.ready.then(theme);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      stopDrags();
      stopGestures();
      dark.removeEventListener("change", theme);
      map.destroy();
      view.current = null;
    };
  }, [plan, looks, states]);

  useEffect(() => {
    view.current?.setMarks({
      chosen: new Set(props.marked),
      gone: new Map(),
      proposed: new Set(NONE),
      cursor: -1,
    });
  }, [props.marked, plan, states]);

  function onKeyDown(event: KeyboardEvent) {
    const map = view.current;
    if (!map || event.ctrlKey || event.metaKey) return;
    const step = event.shiftKey ? NUDGE * 10 : NUDGE;
    const way = arrows[event.key];
    if (way && props.tool === "move" && section >= 0) {
      event.preventDefault();
      props.onMove(section, way[0] * step, way[1] * step);
    } else if (event.key === "Delete" && section >= 0) {
      event.preventDefault();
      props.onRemove();
    } else if (moveByKey(map, event.key)) {
      event.preventDefault();
    }
  }

  const chosen = section >= 0 ? plan.sections[section]?.box : undefined;
  return (
    <div className="hall-map">
      <div
        ref={box}
        className={`hall-map-box hall-map-${props.tool}`}
        role="application"
        aria-label={t("map")}
        aria-describedby="hall-map-keys"
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} aria-hidden="true" />
        {sight && (chosen || ghost) ? <Outline box={chosen} ghost={ghost} {...sight} /> : null}
      </div>
      <p id="hall-map-keys" className="hidden-text">
        {t("mapKeys")}
      </p>
      <div className="hall-zoom">
        <button type="button" aria-label={t("zoomIn")} onClick={() => view.current?.zoomIn()}>
          <Icon name="plus" size={20} />
        </button>
        <button type="button" aria-label={t("zoomOut")} onClick={() => view.current?.zoomOut()}>
          <Icon name="minus" size={20} />
        </button>
        <button type="button" className="caption" onClick={() => view.current?.showAll()}>
          {t("showAll")}
        </button>
      </div>
    </div>
  );
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function tapped(map: MapView, props: HallMapProps, x: number, y: number): void {
  const isMark = props.tool !== "select" && props.tool !== "move" && props.tool !== "draw";
  const seat = map.detail === "numbers" ? map.seatAt(x, y) : -1;
  if (isMark && seat >= 0) {
    props.onSeat(seat);
    return;
  }
  const zone = map.zoneAt(x, y);
  if (zone >= 0) {
    props.onZone(zone);
    return;
  }
  const section = map.sectionAt(x, y);
  if (section >= 0 && isMark) map.showSection(section);
  props.onSection(section);
}

/**
 * With the tool for moving, a drag that begins in a section takes it along; with the one for
 * drawing, a drag draws the rectangle of a new section. Every other drag pans.
 */
function listenToDrags(
  element: HTMLElement,
  map: MapView,
  latest: () => HallMapProps,
  show: (ghost: Box | null) => void,
): () => void {
  let drag: { section: number; from: Point; to: Point } | null = null;
  const at = (event: PointerEvent): Point => {
    const area = element.getBoundingClientRect();
    return toPlan(map.camera, map.size, event.clientX - area.left, event.clientY - area.top);
  };
  const down = (event: PointerEvent) => {
    const { tool, onSection } = latest();
    if (event.button !== 0 || (tool !== "move" && tool !== "draw")) return;
    const area = element.getBoundingClientRect();
    const section =
      tool === "move" ? map.sectionAt(event.clientX - area.left, event.clientY - area.top) : DRAWN;
    if (section === -1) return;
    event.stopImmediatePropagation();
    element.setPointerCapture(event.pointerId);
    drag = { section, from: at(event), to: at(event) };
    if (section !== DRAWN) onSection(section);
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    event.stopImmediatePropagation();
    drag.to = at(event);
    show(ghostOf(drag, latest().plan));
  };
  const up = (event: PointerEvent) => {
    if (!drag) return;
    event.stopImmediatePropagation();
    const { section, from, to } = drag;
    const box = ghostOf(drag, latest().plan);
    drag = null;
    show(null);
    if (event.type !== "pointerup") return;
    const [dx, dy] = [snap(to.x - from.x), snap(to.y - from.y)];
    if (section === DRAWN) latest().onDraw?.(box);
    else if (dx !== 0 || dy !== 0) latest().onMove(section, dx, dy);
  };
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
  };
}

interface Point {
  x: number;
  y: number;
}

/** Stands for the section that a drag draws. */
const DRAWN = -2;

const snap = (places: number) => Math.round(places / NUDGE) * NUDGE;

/** Where a drag would leave its section, or what it has drawn so far. */
function ghostOf(drag: { section: number; from: Point; to: Point }, plan: Plan): Box {
  const { from, to } = drag;
  if (drag.section === DRAWN) {
    return {
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      right: Math.max(from.x, to.x),
      bottom: Math.max(from.y, to.y),
    };
  }
  const { left, top, right, bottom } = plan.sections[drag.section]!.box;
  const [dx, dy] = [snap(to.x - from.x), snap(to.y - from.y)];
  return { left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy };
}

/** Around the chosen section, and around what a drag is about to leave. */
function Outline(props: { box: Box | undefined; ghost: Box | null; camera: Camera; size: Size }) {
  const { camera, size } = props;
  const rect = (box: Box, className?: string) => {
    const { x, y } = toScreen(camera, size, box.left, box.top);
    return (
      <rect
        className={className}
        x={x - 3}
        y={y - 3}
        width={(box.right - box.left) * camera.pitch + 6}
        height={(box.bottom - box.top) * camera.pitch + 6}
        rx={6}
      />
    );
  };
  return (
    <svg className="hall-outline" width={size.width} height={size.height} aria-hidden="true">
      {props.box ? rect(props.box) : null}
      {props.ghost ? rect(props.ghost, "hall-ghost") : null}
    </svg>
  );
}
