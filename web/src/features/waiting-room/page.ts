import { locale, onLocale, setLocale, showLocale } from "../../i18n/locale";
import { serverNow } from "../../lib/clock";
import { name, showTime } from "../../lib/format";
import type { ShowFacts } from "./show";
import { h, svg } from "./dom";
import { type Line } from "./line";
import { lineScreen } from "./line-screen";
import { messageScreen } from "./message-screen";
import type { Signal } from "./signal";
import { text } from "./text";
import { turnScreen } from "./turn-screen";

/** What a screen needs from the room. */
export interface Actions {
  scheduleId: string;
  signal: Signal;
  again: () => void;
  leave: () => Promise<void>;
  moveHere: () => Promise<void>;
}

/** A screen is built once and then changed in place, so that nothing jumps or loses its focus. */
export interface Screen {
  element: HTMLElement;
  update: (line: Line, now: number) => void;
}

type Make = (line: Line, show: ShowFacts | null, actions: Actions) => Screen;

/** The page: a header, the screen for what the line is now, and what screen readers hear. */
export class Page {
  private screen: Screen | null = null;
  private shown = "";
  private show: ShowFacts | null = null;
  private line: Line | null = null;
  private readonly polite = h("p", { class: "hidden-text", role: "status", id: "said" });
  private readonly main = h("main", { id: "main", tabindex: "-1" });

  constructor(
    root: HTMLElement,
    private readonly actions: Actions,
  ) {
    root.replaceChildren(this.header(), this.main, this.polite);
    onLocale(() => {
      showLocale();
      this.shown = "";
      root.replaceChildren(this.header(), this.main, this.polite);
      if (this.line) this.render(this.line);
    });
    setInterval(() => {
      if (this.line) this.screen?.update(this.line, serverNow());
    }, 1000);
  }

  setShow(show: ShowFacts): void {
    this.show = show;
    this.shown = "";
    if (this.line) this.render(this.line);
  }

  announce(words: string): void {
    this.polite.textContent = words;
  }

  render(line: Line): void {
    this.line = line;
    const key = `${line.kind}/${line.kind === "turn" || isLine(line) ? "" : (line.reason ?? "")}`;
    if (key !== this.shown) {
      const hadFocus = this.main.contains(document.activeElement);
      this.shown = key;
      this.screen = makeOf(line)(line, this.show, this.actions);
      this.main.replaceChildren(this.screen.element);
      document.body.classList.toggle("is-turn", line.kind === "turn");
      if (hadFocus || line.kind === "turn") {
        this.main.querySelector<HTMLElement>("[data-first]")?.focus();
      }
    }
    this.screen?.update(line, serverNow());
  }

  private header(): HTMLElement {
    const button = (tag: "ko" | "en", label: string, full: string) =>
      h(
        "button",
        {
          type: "button",
          lang: tag,
          "aria-label": full,
          "aria-pressed": String(locale() === tag),
          onclick: () => setLocale(tag),
        },
        label,
      );
    return h(
      "header",
      { class: "top" },
      h(
        "div",
        { class: "wrap" },
        h("span", { class: "logo", role: "img", "aria-label": "Onsale" }, logo()),
        h("span", { class: "grow" }),
        h(
          "div",
          { class: "language", role: "group", "aria-label": text("language") },
          button("ko", "한", "한 (한국어)"),
          button("en", "EN", "EN (English)"),
        ),
      ),
    );
  }
}

function isLine(line: Line): boolean {
  return (
    line.kind === "entering" ||
    line.kind === "lobby" ||
    line.kind === "waiting" ||
    line.kind === "restoring"
  );
}

function makeOf(line: Line): Make {
  if (line.kind === "turn") return turnScreen;
  return isLine(line) ? lineScreen : messageScreen;
}

function logo(): SVGElement {
  return svg(
    "svg",
    { class: "logo-ring", viewBox: "0 0 20 20", "aria-hidden": "true" },
    svg("circle", { class: "logo-o", cx: "10", cy: "10", r: "7.8" }),
    svg("circle", { class: "logo-cue", cx: "10", cy: "10", r: "2.6" }),
  );
}

export function showHead(show: ShowFacts | null): HTMLElement | null {
  if (!show) return null;
  return h(
    "div",
    { class: "show" },
    show.posterUrl
      ? h("img", { class: "show-poster", src: show.posterUrl, alt: "", width: "42", height: "56" })
      : null,
    h(
      "div",
      {},
      h("p", { class: "title-3" }, name(show.title)),
      h(
        "p",
        { class: "small ink-3" },
        `${showTime(show.startsAt, serverNow())} · ${name(show.venue)}`,
      ),
    ),
  );
}
