import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { Bare } from "../../app/Bare";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { seat, VENUE_ZONE } from "../../lib/format";
import { useTitle } from "../../lib/useTitle";
import { useSession } from "../../session/useSession";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { Rules } from "./Rules";
import { Setup } from "./Setup";
import { text } from "./text";
import type { Post } from "./list";
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
  return (
    <Bare>
      <div className="wrap desk">
        <h1 className="title-1">{t("title")}</h1>
        {desk.post ? (
          <Door desk={desk} post={desk.post} />
        ) : session === "out" ? (
          <>
            <p>{t("signedOut")}</p>
            <a className="button button-primary" href="/login?next=%2Fdesk%2Fcheck-in">
              {t("login")}
            </a>
          </>
        ) : (
          <Setup loading={desk.loading} onStart={desk.load} />
        )}
      </div>
    </Bare>
  );
}

type Desk = ReturnType<typeof useDesk>;

function Door({ desk, post }: { desk: Desk; post: Post }) {
  const t = useText(text);
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
      <div className="desk-post">
        <p className="grow">
          <b>{post.show}</b>
          <br />
          <span className="small ink-2 num">
            {t("loaded", { n: desk.count, at: timeOf(post.loadedAt) })}
          </span>
        </p>
        <span className="badge badge-accent">{t("atDoor", { door: post.door })}</span>
      </div>
      <div className="desk-said" role="status" aria-live="assertive">
        {said ? <Verdict said={said} /> : <p className="desk-idle ink-2">{t("ready")}</p>}
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
        <p className="row">
          <span className="grow num">{t("waiting", { n: desk.scans.length })}</span>
          <button
            type="button"
            className="button button-small"
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
      <Rules eventId={post.eventId} onSaved={() => void desk.load(post).catch(() => undefined)} />
      <p className="desk-actions">
        <button
          type="button"
          className="button"
          disabled={desk.loading !== null}
          onClick={() => void desk.load(post).catch(() => undefined)}
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
          {seat(said.seat)} · {said.number}
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
      <ul className="lines desk-conflicts">
        {all.map((one) => (
          <li key={`${one.number} ${one.door} ${one.scannedAt}`}>
            {one.firstDoor != null && one.firstAt != null
              ? t("conflict", {
                  number: one.number,
                  seat: seat(one.seatNumber),
                  door: one.door,
                  at: timeOf(one.scannedAt),
                  firstDoor: one.firstDoor,
                  firstAt: timeOf(one.firstAt),
                })
              : t("conflictOther", {
                  number: one.number,
                  seat: seat(one.seatNumber),
                  door: one.door,
                  at: timeOf(one.scannedAt),
                  why:
                    one.outcome === "VOID"
                      ? t("void")
                      : one.outcome === "WRONG_DOOR"
                        ? t("conflictDoor")
                        : t("unknown"),
                })}
          </li>
        ))}
      </ul>
    </section>
  );
}
