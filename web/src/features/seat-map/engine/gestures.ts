import type { MapView } from "./view";

/** A finger that moved less than this has tapped. */
const TAP_PIXELS = 9;
const WHEEL_SETTLE_MILLIS = 160;
const KEY_PIXELS = 80;

/** Drag, pinch, wheel and tap on the map. Returns what takes them off again. */
export function listenToGestures(
  element: HTMLElement,
  view: MapView,
  onTap: (x: number, y: number) => void,
): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let wheel = 0;
  const at = (event: PointerEvent | WheelEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (fingers.size === 0) moved = 0;
    fingers.set(event.pointerId, at(event));
    element.setPointerCapture(event.pointerId);
    if (fingers.size === 2) {
      moved = Infinity;
      view.isPinching = true;
    }
  };
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const dx = now.x - before.x;
    const dy = now.y - before.y;
    moved += Math.hypot(dx, dy);
    if (fingers.size === 1) {
      if (moved > TAP_PIXELS) view.panBy(dx, dy);
    } else {
      const other = [...fingers].find(([id]) => id !== event.pointerId)![1];
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(now.x - other.x, now.y - other.y);
      view.panBy(dx / 2, dy / 2);
      if (was > 0) view.zoomBy(is / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
    fingers.set(event.pointerId, now);
  };
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size === 1) view.pinched();
    if (fingers.size === 0 && event.type === "pointerup" && moved <= TAP_PIXELS) {
      const { x, y } = at(event);
      onTap(x, y);
    }
  };
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    const { x, y } = at(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A touchpad pans with two fingers and zooms with a pinch, which comes with ctrlKey.
    const isPad = !event.ctrlKey && Math.abs(event.deltaX) > 0;
    if (isPad) {
      view.panBy(-event.deltaX * lines, -event.deltaY * lines);
      return;
    }
    view.isPinching = true;
    const speed = event.ctrlKey ? 0.01 : 0.0022;
    view.zoomBy(Math.exp(-event.deltaY * lines * speed), x, y);
    clearTimeout(wheel);
    wheel = window.setTimeout(() => view.pinched(), WHEEL_SETTLE_MILLIS);
  };

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("wheel", turn, { passive: false });
  return () => {
    clearTimeout(wheel);
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
    element.removeEventListener("wheel", turn);
  };
}

/** Keys that move the map; true when one was used. */
export function moveByKey(view: MapView, key: string): boolean {
  switch (key) {
    case "ArrowLeft":
      view.panBy(KEY_PIXELS, 0);
      return true;
    case "ArrowRight":
      view.panBy(-KEY_PIXELS, 0);
      return true;
    case "ArrowUp":
      view.panBy(0, KEY_PIXELS);
      return true;
    case "ArrowDown":
      view.panBy(0, -KEY_PIXELS);
      return true;
    case "+":
    case "=":
      view.zoomIn();
      return true;
    case "-":
      view.zoomOut();
      return true;
    case "0":
    case "Home":
      view.showAll();
      return true;
    default:
      return false;
  }
}
