import { showLocale } from "../../i18n/locale";
import { serverNow, timeLeft } from "../../lib/clock";
import { countdown, name } from "../../lib/format";
import { showTheme } from "../../lib/theme";
import hurryIcon from "./icons/hurry.svg?url";
import ringIcon from "./icons/ring.svg?url";
import stopIcon from "./icons/stop.svg?url";
import turnIcon from "./icons/turn.svg?url";
import waitingIcon from "./icons/waiting.svg?url";
import { Announcer, type Line } from "./line";
import { Page } from "./page";
import { WaitingRoom } from "./room";
import { rememberedShow } from "./show";
import { Signal } from "./signal";
import { text } from "./text";
import "../../styles/base.css";
import "../../styles/shell.css";
import "./waiting.css";

showLocale();
showTheme();

const scheduleId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const signal = new Signal();
const announcer = new Announcer();
const show = rememberedShow(scheduleId);

const page = new Page(document.getElementById("app") as HTMLElement, {
  scheduleId,
  signal,
  again: () => room.again(),
  leave: async () => {
    await room.leave();
    location.assign(show ? `/events/${show.eventId}?date=${scheduleId}` : "/");
  },
  moveHere: () => room.moveHere(),
});

const room: WaitingRoom = new WaitingRoom(
  scheduleId,
  (line, before) => {
    page.render(line);
    tell(line, before);
    nameTab(line);
    void signal.keepScreenOn(line.kind === "waiting" || line.kind === "restoring");
  },
  () => location.assign(`/login?next=${encodeURIComponent(location.pathname)}`),
  () => location.replace(`/seats/${scheduleId}`),
  () => signal.ring(text("turn"), text("notifyBody")),
);

if (show) page.setShow(show);
page.render(room.line);
signal.listen();
room.start();
setInterval(() => nameTab(room.line), 1000);
// Neither the number nor the first picture waits for it.
addEventListener("load", () => void import("../../styles/fonts"));

function tell(line: Line, before: Line): void {
  if (line.kind === "turn" && before.kind !== "turn") {
    signal.ring(text("turn"), text("notifyBody"));
  } else if (line.kind === "restoring" && before.kind !== "restoring") {
    page.announce(`${text("restoring")}. ${text("keepNumber")} ${line.number ?? ""}`);
  } else if (line.offline && !before.offline) {
    page.announce(text("offlineDetail"));
  } else if (
    line.kind === "waiting" &&
    line.ahead !== null &&
    announcer.isDue(line.ahead, serverNow())
  ) {
    page.announce(text("sayAhead", { n: line.ahead }));
  }
}

/** Tabs in the background are read by their title and icon. */
function nameTab(line: Line): void {
  const title = show ? name(show.title) : "Onsale";
  document.title =
    line.kind === "turn"
      ? text("turnTitle", { left: countdown(timeLeft(line.entry?.expiresAt)) })
      : line.kind === "waiting" && line.ahead !== null
        ? text("titleAhead", { n: line.ahead, title })
        : text("pageTitle");
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const address = iconOf(line);
  if (icon && icon.getAttribute("href") !== address) icon.setAttribute("href", address);
}

function iconOf(line: Line): string {
  if (line.kind === "turn") return turnIcon;
  if (line.offline || line.kind === "lobby" || line.kind === "entering") return ringIcon;
  if (line.kind === "restoring" || line.paused || line.kind === "full") return hurryIcon;
  return line.kind === "waiting" ? waitingIcon : stopIcon;
}
