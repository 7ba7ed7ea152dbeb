import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { VENUE_ZONE } from "../../lib/format";
import { useTitle } from "../../lib/useTitle";
import { useSession } from "../../session/useSession";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { text } from "./text";
import { hasCamera, useCamera } from "./useCamera";
import { type Said, useDesk } from "./useDesk";
import "./desk.css";

const clock = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: VENUE_ZONE,
});
const timeOf = (at: string) => clock.format(new Date(at));

/** A door: tickets are checked by camera or by hand, with a connection or without. */
export default function CheckInPage() {
  const t = useText(text);
  useTitle(`${t("title")} · Onsale`);
  const session = useSession();
  const desk = useDesk();
  if (session === "out" && !desk.post) {
    return (
      <div className="wrap desk">
        <h1 className="title-1">{t("title")}</h1>
        <p>{t("signedOut")}</p>
        <Link className="button button-primary" href="/login?next=%2Fdesk%2Fcheck-in">
          {t("login")}
        </Link>
      </div>
    );
  }
  return (
    <div className="wrap desk">
      <h1 className="title-1">{t("title")}</h1>
      {desk.post ? <Door desk={desk} /> : <Setup desk={desk} />}
    </div>
  );
}

type Desk = ReturnType<typeof useDesk>;

function Setup({ desk }: { desk: Desk }) {
  const t = useText(text);
  const [hasFailed, setFailed] = useState(false);
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setFailed(false);
    desk
      .load(String(form.get("schedule")).trim(), String(form.get("door")).trim())
      .catch(() => setFailed(true));
  };
  return (
    <form className="desk-form" onSubmit={start}>
      <Field label={t("schedule")} name="schedule" required maxLength={36} autoComplete="off" />
      <Field label={t("door")} name="door" required maxLength={20} autoComplete="off" />
      {hasFailed ? (
        <Notice tone="stop" alert>
          {t("loadFailed")}
        </Notice>
      ) : null}
      <button className="button button-primary" disabled={desk.loading !== null}>
        {desk.loading === null ? t("start") : t("loading", { n: desk.loading })}
      </button>
    </form>
  );
}

function Door({ desk }: { desk: Desk }) {
  const t = useText(text);
  const post = desk.post!;
  const [said, setSaid] = useState<Said | null>(null);
  const [code, setCode] = useState("");
  const [isCameraOn, setCameraOn] = useState(false);
  const [hasSyncFailed, setSyncFailed] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(desk.check);
  useEffect(() => {
    latest.current = desk.check;
  });
  const check = useCallback((read: string) => {
    setSaid(null);
    void latest.current(read).then(setSaid);
  }, []);
  const hasCameraFailed = useCamera(video, isCameraOn, check);
  return (
    <>
      <p className="ink-2">
        {post.door} · {t("loaded", { n: post.tickets.length, at: timeOf(post.loadedAt) })}
      </p>
      <div className="desk-said" role="status" aria-live="assertive">
        {said ? <Verdict said={said} /> : null}
      </div>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== "") check(code.trim());
          setCode("");
        }}
      >
        <Field
          label={t("code")}
          value={code}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setCode(event.target.value)}
        />
        <button className="button button-primary">{t("check")}</button>
      </form>
      {hasCamera() ? (
        <button
          type="button"
          className="button"
          aria-pressed={isCameraOn}
          onClick={() => setCameraOn(!isCameraOn)}
        >
          {t(isCameraOn ? "cameraOff" : "camera")}
        </button>
      ) : (
        <p className="ink-2">{t("noCamera")}</p>
      )}
      {hasCameraFailed ? <Notice tone="hurry">{t("cameraFailed")}</Notice> : null}
      <video
        ref={video}
        className="desk-video"
        hidden={!isCameraOn}
        muted
        playsInline
        aria-label={t("view")}
      />
      {desk.scans.length > 0 ? (
        <p>
          {t("waiting", { n: desk.scans.length })}{" "}
          <button
            type="button"
            className="button"
            onClick={() => {
              setSyncFailed(false);
              desk.sync().catch(() => setSyncFailed(true));
            }}
          >
            {t("sync")}
          </button>
        </p>
      ) : null}
      {hasSyncFailed ? <Notice tone="hurry">{t("syncFailed")}</Notice> : null}
      <Conflicts scheduleId={post.scheduleId} round={desk.syncRound} />
      <p className="desk-actions">
        <button
          type="button"
          className="button"
          disabled={desk.loading !== null}
          onClick={() => void desk.load(post.scheduleId, post.door).catch(() => undefined)}
        >
          {desk.loading === null ? t("reload") : t("loading", { n: desk.loading })}
        </button>
        <button type="button" className="button" onClick={desk.leave}>
          {t("change")}
        </button>
      </p>
    </>
  );
}

function Verdict({ said }: { said: Said }) {
  const t = useText(text);
  const isGood = said.kind === "entered" || said.kind === "reEntered";
  return (
    <Notice tone={isGood ? "go" : "stop"}>
      <strong className="desk-word">
        {said.kind === "used"
          ? t("used", { at: timeOf(said.at), door: said.door })
          : said.kind === "wrongDoor"
            ? t("wrongDoor", { door: said.door })
            : t(said.kind)}
      </strong>
      {said.kind === "entered" || said.kind === "reEntered" ? (
        <span>
          {said.seat} · {said.number}
        </span>
      ) : null}
      {said.isOffline ? <small>{t("offlineNote")}</small> : null}
    </Notice>
  );
}

/** Nothing is hidden: who came in twice, by which doors and when. */
function Conflicts({ scheduleId, round }: { scheduleId: string; round: number }) {
  const t = useText(text);
  const conflicts = useQuery({
    queryKey: ["check-in-conflicts", scheduleId, round],
    queryFn: ({ signal }) =>
      call("/api/admin/check-in/{scheduleId}/conflicts", "get", {
        path: { scheduleId },
        signedIn: true,
        signal,
      }),
  });
  const all = conflicts.data?.conflicts ?? [];
  return (
    <section aria-labelledby="desk-conflicts">
      <h2 id="desk-conflicts" className="title-2">
        {t("conflicts")}
      </h2>
      {all.length === 0 ? <p className="ink-2">{t("noConflicts")}</p> : null}
      <ul>
        {all.map((one) => (
          <li key={`${one.number} ${one.door} ${one.scannedAt}`}>
            {one.firstDoor != null && one.firstAt != null
              ? t("conflict", {
                  number: one.number,
                  seat: one.seatNumber,
                  door: one.door,
                  at: timeOf(one.scannedAt),
                  firstDoor: one.firstDoor,
                  firstAt: timeOf(one.firstAt),
                })
              : t("conflictOther", {
                  number: one.number,
                  seat: one.seatNumber,
                  door: one.door,
                  at: timeOf(one.scannedAt),
                  why: one.outcome === "VOID" ? t("void") : t("unknown"),
                })}
          </li>
        ))}
      </ul>
    </section>
  );
}
