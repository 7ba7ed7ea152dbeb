import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { showTime } from "../../lib/format";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { deviceName } from "./device";
import { text } from "./text";

/** Where the account is signed in, and a way to end each session but this one. */
export function Sessions() {
  const t = useText(text);
  const queries = useQueryClient();
  const [failed, setFailed] = useState(false);
  const sessions = useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => call("/api/users/me/sessions", "get", { signedIn: true, signal }),
  });
  const end = async (sessionId: string) => {
    setFailed(false);
    try {
      await call("/api/users/me/sessions/{sessionId}", "delete", {
        signedIn: true,
        path: { sessionId },
      });
      await queries.invalidateQueries({ queryKey: ["sessions"] });
    } catch {
      setFailed(true);
    }
  };
  return (
    <section aria-labelledby="sessions">
      <h2 className="title-2" id="sessions">
        {t("sessions")}
      </h2>
      {failed || sessions.isError ? (
        <Notice tone="stop" alert>
          {t("sessionsFailed")}
        </Notice>
      ) : null}
      <ul className="lines profile-rows">
        {sessions.data?.items.map((one) => {
          const device = deviceName(one.userAgent) ?? t("unknownDevice");
          return (
            <li key={one.id}>
              <Icon name="user" />
              <span className="grow">
                <b>{device}</b>
                <span className="small ink-3 num">
                  {t("sessionUsed", { time: showTime(one.usedAt) })} · {one.address}
                </span>
              </span>
              {one.here ? (
                <span className="badge">{t("sessionHere")}</span>
              ) : (
                <button
                  type="button"
                  className="link"
                  aria-label={`${device} ${t("sessionEnd")}`}
                  onClick={() => void end(one.id)}
                >
                  {t("sessionEnd")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
