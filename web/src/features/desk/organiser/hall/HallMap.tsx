import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useText } from "../../../../i18n/useText";
import { floorName } from "../../../../lib/format";
import { Icon } from "../../../../ui/Icon";
import { type Camera, type Size, toScreen } from "../../../seat-map/engine/camera";
import { FreeCounts } from "../../../seat-map/engine/counts";
import { listenToGestures, moveByKey } from "../../../seat-map/engine/gestures";
import type { Box, Plan } from "../../../seat-map/engine/plan";
import type { Look } from "../../../seat-map/engine/shapes";
import { MapView } from "../../../seat-map/engine/view";
import { text } from "./text";

export type Tool = "select" | "move" | "gap" | "accessible" | "viewRestricted" | "pick";

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
  const [ghost, setGhost] = useState<{ dx: number; dy: number } | null>(null);
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
        {sight && chosen ? <Outline box={chosen} ghost={ghost} {...sight} /> : null}
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
  const isMark = props.tool !== "select" && props.tool !== "move";
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

/** With the tool for moving, a drag that begins in a section takes it along; else it pans. */
function listenToDrags(
  element: HTMLElement,
  map: MapView,
  latest: () => HallMapProps,
  show: (ghost: { dx: number; dy: number } | null) => void,
): () => void {
  let drag: { section: number; x: number; y: number; dx: number; dy: number } | null = null;
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || latest().tool !== "move") return;
    const area = element.getBoundingClientRect();
    const section = map.sectionAt(event.clientX - area.left, event.clientY - area.top);
    if (section < 0) return;
    event.stopImmediatePropagation();
    element.setPointerCapture(event.pointerId);
    drag = { section, x: event.clientX, y: event.clientY, dx: 0, dy: 0 };
    latest().onSection(section);
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    event.stopImmediatePropagation();
    const snap = (pixels: number) => Math.round(pixels / map.camera.pitch / NUDGE) * NUDGE;
    drag.dx = snap(event.clientX - drag.x);
    drag.dy = snap(event.clientY - drag.y);
    show({ dx: drag.dx, dy: drag.dy });
  };
  const up = (event: PointerEvent) => {
    if (!drag) return;
    event.stopImmediatePropagation();
    const { section, dx, dy } = drag;
    drag = null;
    show(null);
    if (event.type === "pointerup" && (dx !== 0 || dy !== 0)) latest().onMove(section, dx, dy);
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

/** Around the chosen section, and where a drag would leave it. */
function Outline(props: {
  box: Box;
  ghost: { dx: number; dy: number } | null;
  camera: Camera;
  size: Size;
}) {
  const { box, ghost, camera, size } = props;
  const { x, y } = toScreen(camera, size, box.left, box.top);
  const width = (box.right - box.left) * camera.pitch;
  const height = (box.bottom - box.top) * camera.pitch;
  return (
    <svg className="hall-outline" width={size.width} height={size.height} aria-hidden="true">
      <rect x={x - 3} y={y - 3} width={width + 6} height={height + 6} rx={6} />
      {ghost ? (
        <rect
          className="hall-ghost"
          x={x - 3 + ghost.dx * camera.pitch}
          y={y - 3 + ghost.dy * camera.pitch}
          width={width + 6}
          height={height + 6}
          rx={6}
        />
      ) : null}
    </svg>
  );
}
