import { countdown, isoDuration, name, showTime } from "../../lib/format";
import { count } from "../../lib/format";
import { serverNow, timeLeft } from "../../lib/clock";
import type { ShowFacts } from "./show";
import { h, say, svg } from "./dom";
import type { Line } from "./line";
import type { Actions, Screen } from "./page";
import { text } from "./text";

const AROUND = 2 * Math.PI * 54;
const TURN_MILLIS = 10 * 60_000;

/** All green, the time that is left, and one button. */
export function turnScreen(first: Line, show: ShowFacts | null, actions: Actions): Screen {
  const time = h("time", { class: "hero num", role: "timer" });
  const arc = svg("circle", {
    class: "turn-arc",
    cx: "60",
    cy: "60",
    r: "54",
    "stroke-dasharray": AROUND.toFixed(1),
  });
  const within = h("span", { class: "small" }, text("turnWithin"));
  const element = h(
    "div",
    { class: "turn wrap" },
    h(
      "div",
      { class: "turn-head", role: "alert" },
      h(
        "p",
        { class: "turn-number" },
        h("span", { class: "cue turn-cue", "aria-hidden": "true" }),
        first.number === null ? "" : text("rulerNumber", { number: count(first.number) }),
      ),
      h("h1", { class: "turn-title" }, text("turn")),
      show
        ? h(
            "p",
            { class: "turn-show" },
            `${name(show.title)} · ${showTime(show.startsAt, serverNow())}`,
          )
        : null,
    ),
    h(
      "div",
      { class: "turn-clock" },
      svg(
        "svg",
        { viewBox: "0 0 120 120", "aria-hidden": "true" },
        svg("circle", { class: "turn-ring", cx: "60", cy: "60", r: "54" }),
        arc,
      ),
      h("p", {}, time, within),
    ),
    h(
      "div",
      { class: "turn-action" },
      h(
        "a",
        {
          class: "button button-paper button-wide",
          href: `/seats/${actions.scheduleId}`,
          "data-first": true,
          onclick: () => actions.signal.stop(),
        },
        text("turnGo"),
      ),
      h("p", { class: "small turn-safe" }, text("turnSafe")),
    ),
  );
  return {
    element,
    update(line) {
      const left = timeLeft(line.entry?.expiresAt);
      say(time, countdown(left));
      time.setAttribute("datetime", isoDuration(left));
      say(within, text(left === 0 ? "turnOver" : "turnWithin"));
      arc.setAttribute(
        "stroke-dashoffset",
        (AROUND * (1 - Math.min(1, left / TURN_MILLIS))).toFixed(1),
      );
    },
  };
}
