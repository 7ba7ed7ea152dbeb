import { name } from "../../lib/format";
import { read, keys } from "../../lib/storage";
import type { IconName } from "../../ui/icons";
import { rememberedShow, type ShowFacts } from "./show";
import { h, icon, say } from "./dom";
import type { Line } from "./line";
import { type Actions, type Screen, showHead } from "./page";
import { text } from "./text";

interface Message {
  icon: IconName;
  title: string;
  detail: string;
  buttons: HTMLElement[];
}

/** An end, or a line that cannot be joined now: what it means, and the next best thing. */
export function messageScreen(line: Line, show: ShowFacts | null, actions: Actions): Screen {
  const message = messageOf(line, show, actions);
  const element = h(
    "div",
    { class: "wrap room-message" },
    showHead(show),
    h(
      "div",
      { role: "alert", class: "stack" },
      icon(message.icon, 32),
      h("h1", { class: "title-1", tabindex: "-1", "data-first": true }, message.title),
      h("p", { class: "ink-2" }, message.detail),
      h("div", { class: "room-buttons" }, ...message.buttons),
    ),
  );
  return { element, update: () => undefined };
}

function messageOf(line: Line, show: ShowFacts | null, actions: Actions): Message {
  const dates = show
    ? link(`/events/${show.eventId}`, text("otherDates"))
    : link("/", text("shows"));
  switch (line.kind) {
    case "expired":
      return {
        icon: "clock",
        title: text("expiredTitle"),
        detail: text("expired"),
        buttons: [button(text("again"), actions.again), quiet(dates)],
      };
    case "closed":
      return {
        icon: "ticket",
        title: text(
          line.reason === "SOLD_OUT"
            ? "closedSoldOut"
            : line.reason === "OVER"
              ? "closedOver"
              : line.reason === "CANCELLED"
                ? "closedCancelled"
                : "closedClosed",
        ),
        detail: text(line.reason === "CLOSED" ? "closedWait" : "closed"),
        buttons: [dates],
      };
    case "full":
      return {
        icon: "clock",
        title: text("fullTitle"),
        detail: text("full"),
        buttons: [quiet(dates)],
      };
    case "elsewhere":
      return elsewhere(line, actions);
    default:
      return {
        icon: "search",
        title: text("unknownTitle"),
        detail: text("unknown"),
        buttons: [link("/", text("shows"))],
      };
  }
}

function elsewhere(line: Line, actions: Actions): Message {
  const id = line.elsewhereId;
  const isHere = id !== null && read(keys.receipt(id)) !== null;
  const other = id === null ? null : rememberedShow(id);
  const where = other ? text("elsewhereName", { title: name(other.title) }) : "";
  const failed = h("p", { class: "small", role: "alert" });
  const move = button(text("move"), () => {
    actions.moveHere().catch(() => say(failed, text("leaveFailed")));
  });
  quiet(move);
  return {
    icon: "info",
    title: text("elsewhereTitle"),
    detail: [where, text(isHere ? "elsewhere" : "elsewhereOther")].filter(Boolean).join(" "),
    buttons: isHere
      ? [link(`/queue/${id}`, text("stay")), move, failed]
      : [button(text("again"), actions.again), quiet(link("/", text("shows")))],
  };
}

function link(href: string, label: string): HTMLElement {
  return h("a", { class: "button button-primary button-wide", href }, label);
}

function button(label: string, onclick: () => void): HTMLElement {
  return h(
    "button",
    { type: "button", class: "button button-primary button-wide", onclick },
    label,
  );
}

function quiet(element: HTMLElement): HTMLElement {
  element.classList.remove("button-primary");
  return element;
}
