import { useEffect } from "react";
import { Link, useParams } from "wouter";
import { Bare } from "../../app/Bare";
import { MessagePage, ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { name, showTime } from "../../lib/format";
import { serverNow } from "../../lib/clock";
import { useTitle } from "../../lib/useTitle";
import { rememberShow } from "../waiting-room/show";
import { entryToken, useEntry } from "./entry";
import { SeatChoice } from "./SeatChoice";
import { SEATS_MAX } from "./selection";
import { text } from "./text";
import { useLiveHall, useSeatData } from "./useHall";
import "./seats.css";

export default function SeatMapPage() {
  const { scheduleId } = useParams<{ scheduleId: string }>();
  return <Seats key={scheduleId} scheduleId={scheduleId} />;
}

function notOpen({ status, saleOpensAt }: { status: string; saleOpensAt: string }): string {
  if (status === "CANCELLED") return text("notOpenCancelled");
  return status === "UPCOMING"
    ? text("notOpenYet", { at: showTime(saleOpensAt, serverNow()) })
    : text("notOpenEnded");
}

function Seats({ scheduleId }: { scheduleId: string }) {
  const t = useText(text);
  const { schedule, grades, layout, show } = useSeatData(scheduleId);
  const entry = useEntry(scheduleId);
  const queued = schedule.data?.queued;
  const isAdmitted =
    queued === false || (entry.entry !== null && Date.parse(entry.entry.expiresAt) > serverNow());
  const needsLine = queued === true && !isAdmitted;
  useEffect(() => {
    if (schedule.data?.queued && show.data) rememberShow(schedule.data, show.data);
  }, [schedule.data, show.data]);
  useEffect(() => {
    if (needsLine) window.location.replace(`/queue/${scheduleId}`);
  }, [needsLine, scheduleId]);
  const live = useLiveHall(scheduleId, isAdmitted ? layout.data : undefined, grades.data, () =>
    queued ? entryToken(scheduleId) : null,
  );
  useTitle(t("pageTitle", { title: name(show.data?.title ?? "") }));

  const failed = [schedule, grades, layout].find((query) => query.error);
  if (failed) {
    return (
      <Bare>
        <ProblemPage error={failed.error} retry={() => void failed.refetch()} />
      </Bare>
    );
  }
  if (schedule.data && schedule.data.status !== "ONGOING") {
    return (
      <Bare>
        <MessagePage icon="calendar" title={t("notOpen")} detail={notOpen(schedule.data)}>
          <Link className="button button-primary" href={`/events/${schedule.data.eventId}`}>
            {t("toShow")}
          </Link>
        </MessagePage>
      </Bare>
    );
  }
  if (live?.isRefused) {
    return (
      <Bare>
        <MessagePage icon="clock" title={t("entryOver")} detail={t("entryOverDetail")}>
          <a className="button button-primary" href={`/queue/${scheduleId}`}>
            {t("toQueue")}
          </a>
        </MessagePage>
      </Bare>
    );
  }
  if (!live || !schedule.data) {
    return (
      <main id="main" className="seats-loading">
        <h1 className="hidden-text">{t("map")}</h1>
        <p role="status" className="ink-3">
          {t("loading")}
        </p>
      </main>
    );
  }
  return (
    <SeatChoice
      scheduleId={scheduleId}
      schedule={schedule.data}
      title={name(show.data?.title ?? "")}
      max={Math.min(SEATS_MAX, show.data?.seatsPerPersonMax ?? SEATS_MAX)}
      live={live}
      entry={queued ? entry : null}
    />
  );
}
