import { locale } from "../../i18n/locale";
import { count, countdown, timeOfDay } from "../../lib/format";
import type { ShowFacts } from "./show";
import { h, icon, say, soundIcon } from "./dom";
import { type Line, progress } from "./line";
import { type Actions, type Screen, showHead } from "./page";
import { text } from "./text";

const TICKS = 56;

/** Waiting, before it and while the line is restored: one large number and what is safe. */
export function lineScreen(first: Line, show: ShowFacts | null, actions: Actions): Screen {
  const cue = h("span", { class: "cue", "aria-hidden": "true" });
  const state = h("span", { class: "title-3" });
  const checked = h("span", { class: "caption ink-3 num" });
  const label = h("span", { class: "hero-label ink-2" });
  const number = h("span", { class: "hero num" });
  const unit = h("span", { class: "hero-unit" });
  const strong = h("strong", {});
  const rest = h("span", {});
  const detail = h("p", { class: "hero-detail num" }, strong, " ", rest);
  const notice = noticeOf();
  const ruler = rulerOf();
  const behind = h("p", { class: "caption ink-3 num" });
  const element = h(
    "div",
    { class: "wrap room" },
    showHead(show),
    h(
      "section",
      { class: "room-line", "aria-labelledby": "state" },
      h(
        "p",
        { class: "room-state" },
        cue,
        h("span", { id: "state" }, state),
        h("span", { class: "grow" }),
        checked,
      ),
      h("h1", { class: "room-number" }, label, " ", h("span", {}, number, unit)),
      detail,
      notice.element,
      ruler.element,
      behind,
    ),
    h("section", { class: "room-cards" }, cards(actions), leaving(first, actions)),
  );
  return {
    element,
    update(line, now) {
      cue.className = `cue ${cueOf(line)}`;
      say(state, stateOf(line));
      say(checked, checkedOf(line, now));
      const words = wordsOf(line, now);
      say(label, words.label);
      say(number, words.number);
      say(unit, words.unit);
      say(strong, words.strong);
      say(rest, words.rest);
      notice.update(line);
      ruler.update(line);
      say(behind, line.kind === "waiting" && line.behind ? text("behind", { n: line.behind }) : "");
    },
  };
}

function cueOf(line: Line): string {
  if (line.offline || line.kind === "lobby" || line.kind === "entering") return "cue-ring";
  if (line.kind === "restoring" || line.paused) return "cue-hurry";
  return "cue-wait cue-live";
}

function stateOf(line: Line): string {
  if (line.offline) return text("offline");
  if (line.kind === "waiting") return text(line.paused ? "paused" : "waiting");
  return text(line.kind as "entering" | "lobby" | "restoring");
}

function checkedOf(line: Line, now: number): string {
  if (line.checkedAt === null || line.offline) return "";
  const seconds = Math.max(0, Math.round((now - line.checkedAt) / 1000));
  return seconds < 2 ? text("checkedNow") : text("checked", { n: seconds });
}

interface Words {
  label: string;
  number: string;
  unit: string;
  strong: string;
  rest: string;
}

function wordsOf(line: Line, now: number): Words {
  if (line.kind === "lobby") {
    const left = (line.opensAt ?? now) - now;
    return {
      label: text("opensIn"),
      number: countdown(left),
      unit: "",
      strong: "",
      rest: text("lobbyDetail", { at: line.opensAt === null ? "" : timeOfDay(line.opensAt) }),
    };
  }
  if (line.kind === "entering" && line.ahead === null) {
    return {
      label: stateOf(line),
      number: "…",
      unit: "",
      strong: "",
      rest: line.offline ? text("offlineDetail") : "",
    };
  }
  if (line.kind === "restoring" || line.ahead === null) {
    return {
      label: text("keepNumber"),
      number: line.number === null ? "…" : count(line.number),
      unit: text("numberUnit"),
      strong: "",
      rest: text(line.offline ? "offlineDetail" : "restoringDetail"),
    };
  }
  const words = { label: text("ahead"), number: count(line.ahead), unit: text("aheadUnit") };
  if (line.offline) return { ...words, strong: "", rest: text("offlineDetail") };
  if (line.paused) return { ...words, strong: "", rest: text("pausedDetail") };
  if (!line.estimate) return { ...words, strong: "", rest: text("estimating") };
  const { lowMinutes, highMinutes, at } = line.estimate;
  return {
    ...words,
    strong:
      lowMinutes === 0
        ? text("estimateSoon")
        : text("estimate", { low: lowMinutes, high: highMinutes }),
    rest: text("estimateRest", { at: timeOfDay(at) }),
  };
}

/** What the people who run the sale say; a screen reader tells it when it comes or changes. */
function noticeOf() {
  const words = h("p", { class: "notice-body" });
  const box = h("div", { class: "notice notice-accent", hidden: true }, icon("info", 20), words);
  return {
    element: h("div", { role: "status" }, box),
    update(line: Line) {
      const { ko, en } = (line.kind === "waiting" && line.notice) || {};
      const told = (locale() === "ko" ? (ko ?? en) : (en ?? ko)) ?? "";
      box.hidden = told === "";
      say(words, told);
    },
  };
}

/** The line as a ruler: where it began for the fan, how far it has come, and the fan at its end. */
function rulerOf() {
  const ticks = Array.from({ length: TICKS }, () => h("i", {}));
  const you = h("span", { class: "ruler-you" });
  const bar = h("div", { class: "ruler-bar", "aria-hidden": "true" }, ...ticks);
  const element = h(
    "div",
    { class: "ruler", role: "img" },
    bar,
    h("p", { class: "ruler-legend caption", "aria-hidden": "true" }, you),
  );
  return {
    element,
    update(line: Line) {
      const isShown = line.ahead !== null && (line.kind === "waiting" || line.kind === "entering");
      element.hidden = !isShown;
      if (!isShown) return;
      const reached = Math.round(progress(line) * (TICKS - 1));
      ticks.forEach((tick, i) => {
        const name = i === TICKS - 1 ? "end" : i < reached ? "past" : i === reached ? "now" : "";
        if (tick.className !== name) tick.className = name;
      });
      element.classList.toggle("is-still", line.kind !== "waiting" || line.paused || line.offline);
      element.setAttribute(
        "aria-label",
        text("rulerLabel", { first: line.firstAhead ?? 0, ahead: line.ahead ?? 0 }),
      );
      say(
        you,
        line.number === null
          ? ""
          : `${text("rulerYou")} ${text("rulerNumber", { number: line.number })}`,
      );
    },
  };
}

function cards(actions: Actions): HTMLElement {
  const toggle = h("button", {
    type: "button",
    class: "switch",
    role: "switch",
    "aria-checked": String(actions.signal.isWanted),
    "aria-labelledby": "alert-title",
    "aria-describedby": "alert-detail",
    onclick: () => {
      actions.signal.want(!actions.signal.isWanted);
      toggle.setAttribute("aria-checked", String(actions.signal.isWanted));
    },
  });
  return h(
    "div",
    { class: "card room-card lines" },
    h(
      "div",
      { class: "room-fact" },
      icon("lock"),
      h(
        "div",
        { class: "grow" },
        h("p", { class: "fact-title" }, text("safeTitle")),
        h("p", { class: "small ink-2" }, text("safe")),
      ),
    ),
    h(
      "div",
      { class: "room-fact" },
      icon("clock"),
      h(
        "div",
        { class: "grow" },
        h("p", { class: "fact-title" }, text("nextTitle")),
        h("p", { class: "small ink-2" }, text("next")),
      ),
    ),
    h(
      "div",
      { class: "room-fact" },
      soundIcon(),
      h(
        "div",
        { class: "grow" },
        h("p", { class: "fact-title", id: "alert-title" }, text("alertTitle")),
        h("p", { class: "small ink-2", id: "alert-detail" }, text("alert")),
      ),
      toggle,
    ),
  );
}

/** Asked before the number is given up; staying is what the first button does. */
function leaving(line: Line, actions: Actions): HTMLElement {
  const failed = h("p", { class: "small", role: "alert" });
  const ask = h(
    "div",
    { class: "leave-ask inset", hidden: true },
    h(
      "p",
      { class: "small" },
      line.number === null
        ? text("leaveAskBefore")
        : text("leaveAsk", { number: count(line.number) }),
    ),
    failed,
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "button button-small", onclick: () => close() },
        text("leaveNo"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button button-small button-line",
          onclick: () => {
            actions.leave().catch(() => say(failed, text("leaveFailed")));
          },
        },
        text("leaveYes"),
      ),
    ),
  );
  const open = h(
    "button",
    {
      type: "button",
      class: "leave",
      onclick: () => {
        ask.hidden = false;
        open.hidden = true;
        ask.querySelector("button")?.focus();
      },
    },
    text("leave"),
  );
  const close = () => {
    ask.hidden = true;
    open.hidden = false;
    open.focus();
  };
  return h("div", { class: "leaving" }, open, ask);
}
