import { useEffect, useRef, useState } from "react";
import { useText } from "../../i18n/useText";
import { countdown, isoDuration } from "../../lib/format";
import { useTimeLeft } from "../../lib/useServerTime";
import { Icon } from "../../ui/Icon";
import { Sheet } from "../../ui/Sheet";
import type { useEntry } from "./entry";
import { text } from "./text";

const WARN_MILLIS = 60_000;
const MARKS_SECONDS = [120, 60, 30];

/** The time to choose, by the server's clock; extended by one tap before it ends. */
export function EntryTimer({
  scheduleId,
  entry,
}: {
  scheduleId: string;
  entry: ReturnType<typeof useEntry>;
}) {
  const t = useText(text);
  const left = useTimeLeft(entry.entry?.expiresAt);
  const [isAsked, setAsked] = useState(false);
  const [said, setSaid] = useState("");
  const asked = useRef("");
  const end = entry.entry?.expiresAt ?? "";
  useEffect(() => {
    if (left > 0 && left <= WARN_MILLIS && asked.current !== end && entry.extensionsLeft > 0) {
      asked.current = end;
      setAsked(true);
    }
    const seconds = Math.ceil(left / 1000);
    if (MARKS_SECONDS.includes(seconds)) {
      setSaid(
        seconds >= 60 ? t("minutesLeft", { n: seconds / 60 }) : t("secondsLeft", { n: seconds }),
      );
    }
  }, [left, end, entry.extensionsLeft, t]);
  useEffect(() => {
    if (left === 0 && end !== "") window.location.replace(`/queue/${scheduleId}`);
  }, [left, end, scheduleId]);
  const extend = async () => {
    setAsked(false);
    try {
      await entry.extend();
      setSaid(t("extended"));
    } catch {
      entry.setExtensionsLeft(0);
      setSaid(t("extendFailed"));
    }
  };
  return (
    <>
      <time
        className={`entry-timer num${left <= WARN_MILLIS ? " is-late" : ""}`}
        role="timer"
        dateTime={isoDuration(left)}
        aria-label={t("timeLeft", { left: countdown(left) })}
      >
        <Icon name="clock" size={20} />
        {countdown(left)}
      </time>
      <p className="hidden-text" role="status">
        {said}
      </p>
      <Sheet open={isAsked} onClose={() => setAsked(false)} labelledBy="extend-title">
        <h2 id="extend-title" className="title-2">
          {t("extendTitle")}
        </h2>
        <p className="ink-2">{t("extendDetail", { n: entry.extensionsLeft })}</p>
        <button
          type="button"
          className="button button-primary button-wide"
          onClick={() => void extend()}
        >
          {t("extend")}
        </button>
        <button type="button" className="button button-wide" onClick={() => setAsked(false)}>
          {t("extendNo")}
        </button>
      </Sheet>
    </>
  );
}
