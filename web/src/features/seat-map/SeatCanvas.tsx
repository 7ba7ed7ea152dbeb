import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useLocale, useText } from "../../i18n/useText";
import { money } from "../../lib/format";
import { GradeMark } from "../../ui/GradeMark";
import { Icon } from "../../ui/Icon";
import { type Camera, detailOf, type Size } from "./engine/camera";
import { listenToGestures, moveByKey } from "./engine/gestures";
import { seatTowards } from "./engine/neighbours";
import { ACCESSIBLE, RESTRICTED } from "./engine/plan";
import { MapView } from "./engine/view";
import { priceOf } from "./hall";
import { Minimap } from "./Minimap";
import { seatFullLabel, sectionLabel, sectionShort } from "./names";
import { text } from "./text";
import type { Choice } from "./useChoice";
import type { LiveHall } from "./useHall";

interface Props {
  live: LiveHall;
  choice: Choice;
  wanted: ReadonlySet<number>;
  proposed: ReadonlySet<number>;
  onZone: (zone: number) => void;
}

const labels = () => ({
  stage: text("stage"),
  section: sectionShort,
  zone: (_index: number) => "",
  count: (free: number) => (free === 0 ? text("soldOut") : String(free)),
});

/** The map with its controls. The list beside it does all the same without it. */
export function SeatCanvas({ live, choice, wanted, proposed, onZone }: Props) {
  const t = useText(text);
  const locale = useLocale();
  const { hall } = live;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<MapView | null>(null);
  const [cursor, setCursor] = useState(-1);
  const [tip, setTip] = useState(-1);
  const [sight, setSight] = useState<{ camera: Camera; size: Size } | null>(null);
  const tapped = useRef<(x: number, y: number) => void>(() => undefined);

  useEffect(() => {
    const element = box.current!;
    let frame = 0;
    const map = new MapView(canvas.current!, {
      plan: hall.plan,
      states: hall.states.states,
      counts: hall.counts,
      looks: hall.looks,
      labels: { ...labels(), zone: (index) => hall.plan.zones[index]!.name },
      onCamera: (camera, size) => {
        // The minimap follows at most once a frame.
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          setSight({ camera: map.camera, size: map.size });
        });
        void camera;
        void size;
      },
    });
    view.current = map;
    const sizes = new ResizeObserver(() =>
      map.resize(element.clientWidth, element.clientHeight, devicePixelRatio),
    );
    sizes.observe(element);
    const stopGestures = listenToGestures(element, map, (x, y) => tapped.current(x, y));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = () => map.themeChanged();
    dark.addEventListener("change", theme);
    void document.fonts?.ready.then(theme);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      stopGestures();
      dark.removeEventListener("change", theme);
      map.destroy();
      view.current = null;
    };
  }, [hall]);

  useEffect(() => {
    view.current?.setLabels({ ...labels(), zone: (index) => hall.plan.zones[index]!.name });
  }, [locale, hall]);
  useEffect(() => view.current?.seatsChanged(live.changed), [live.version, live.changed]);
  useEffect(() => view.current?.setWanted(wanted), [wanted]);
  useEffect(() => {
    const gone = new Map(
      choice.selection.gone.map((seat) => [seat, choice.goneSince.get(seat) ?? 0]),
    );
    view.current?.setMarks({ chosen: new Set(choice.selection.seats), gone, proposed, cursor });
  }, [choice.selection, choice.goneSince, proposed, cursor]);
  useEffect(() => {
    const [first] = proposed;
    if (first !== undefined && view.current && !view.current.isWhole) view.current.showSeat(first);
  }, [proposed]);

  tapped.current = (x, y) => {
    const map = view.current!;
    setTip(-1);
    const zone = map.zoneAt(x, y);
    if (zone >= 0) {
      onZone(zone);
      return;
    }
    if (map.detail !== "numbers") {
      const section = map.sectionAt(x, y);
      if (section >= 0) {
        const at = map.seatAt(x, y);
        map.showSection(
          section,
          at < 0 ? undefined : hall.plan.x[at],
          at < 0 ? undefined : hall.plan.y[at],
        );
      }
      return;
    }
    const seat = map.seatAt(x, y);
    if (seat < 0) return;
    const isNoted = hall.plan.flags[seat] !== 0 && hall.states.isFree(seat);
    if (isNoted && tip !== seat && !choice.selection.seats.includes(seat)) setTip(seat);
    else choice.choose(seat);
  };

  function onKeyDown(event: KeyboardEvent) {
    const map = view.current;
    if (!map || event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    const isArrow = event.key.startsWith("Arrow");
    if (map.detail === "numbers" && (isArrow || event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      const from = cursor >= 0 ? cursor : map.grid.nearest(map.camera.x, map.camera.y, 30);
      if (from < 0) return;
      if (isArrow) {
        const next = cursor < 0 ? from : seatTowards(hall.plan, map.grid, from, event.key);
        setCursor(next);
        setTip(next);
        map.showSeat(next);
      } else {
        choice.choose(from);
      }
    } else if (event.key === "Enter" && map.detail !== "numbers") {
      event.preventDefault();
      map.zoomIn();
    } else if (moveByKey(map, event.key)) {
      event.preventDefault();
    }
  }

  function onPointerMove(event: React.PointerEvent) {
    const map = view.current;
    if (!map || event.pointerType !== "mouse" || event.buttons !== 0) return;
    const area = box.current!.getBoundingClientRect();
    const seat =
      map.detail === "sections"
        ? -1
        : map.seatAt(event.clientX - area.left, event.clientY - area.top);
    setTip(seat >= 0 && hall.states.isFree(seat) ? seat : -1);
  }

  const isZoomed = sight !== null && view.current !== null && !view.current.isWhole;
  const here = isZoomed ? sectionNear(live, sight) : null;
  return (
    <div className="seat-map">
      <div
        ref={box}
        className="seat-map-box"
        data-detail={sight ? detailOf(sight.camera.pitch) : undefined}
        role="application"
        aria-label={t("map")}
        aria-describedby="map-keys"
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(-1)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setTip(-1)}
      >
        <canvas ref={canvas} aria-hidden="true" />
      </div>
      <p id="map-keys" className="hidden-text">
        {t("mapKeys")}
      </p>
      {here ? <p className="seat-map-here badge">{here}</p> : null}
      {isZoomed ? (
        <Minimap hall={hall} camera={sight.camera} size={sight.size} version={live.version} />
      ) : null}
      {tip >= 0 ? <SeatTip live={live} seat={tip} choice={choice} isSaid={cursor === tip} /> : null}
      <div className="seat-map-zoom">
        <button type="button" aria-label={t("zoomIn")} onClick={() => view.current?.zoomIn()}>
          <Icon name="plus" size={20} />
        </button>
        {isZoomed ? (
          <>
            <button type="button" aria-label={t("zoomOut")} onClick={() => view.current?.zoomOut()}>
              <Icon name="minus" size={20} />
            </button>
            <button type="button" aria-label={t("showAll")} onClick={() => view.current?.showAll()}>
              <svg className="icon icon-20" viewBox="0 0 24 24" aria-hidden="true">
                <path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15" />
              </svg>
            </button>
          </>
        ) : null}
      </div>
    </div>
  );
}

function sectionNear(live: LiveHall, { camera }: { camera: Camera }): string | null {
  const section = live.hall.plan.sections.find(
    ({ box }) =>
      camera.x >= box.left &&
      camera.x <= box.right &&
      camera.y >= box.top &&
      camera.y <= box.bottom,
  );
  return section ? sectionLabel(section) : null;
}

/** Price and what to know of a seat, before it is chosen. */
function SeatTip(props: { live: LiveHall; seat: number; choice: Choice; isSaid: boolean }) {
  const t = useText(text);
  const { hall } = props.live;
  const { seat, choice } = props;
  const flags = hall.plan.flags[seat]!;
  const notes = [
    flags & RESTRICTED ? t("noteRestricted") : "",
    flags & ACCESSIBLE ? t("noteAccessible") : "",
  ].filter((note) => note !== "");
  const isChosen = choice.selection.seats.includes(seat);
  return (
    <div className="seat-tip" role={props.isSaid ? "status" : undefined}>
      <GradeMark look={hall.looks[hall.plan.grade[seat]!] ?? 6} />
      <p>
        {seatFullLabel(hall.plan, seat, priceOf(hall, seat)).replace(
          `, ${money(priceOf(hall, seat))}`,
          "",
        )}
        <b className="num">{money(priceOf(hall, seat))}</b>
        {notes.map((note) => (
          <span key={note} className="seat-tip-note">
            {note}
          </span>
        ))}
      </p>
      {notes.length > 0 && !isChosen ? (
        <button type="button" className="button button-small" onClick={() => choice.choose(seat)}>
          {t("choose")}
        </button>
      ) : null}
    </div>
  );
}
