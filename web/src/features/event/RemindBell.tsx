import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { useSession } from "../../session/useSession";
import { Icon } from "../../ui/Icon";
import { loginWith } from "../auth/next";
import { text } from "./text";

const KEY = ["reminders"];

/**
 * "Remind me before it opens". Who is not logged in logs in first; the wish stands in the address they
 * come back to, and is kept then, once.
 */
export function RemindBell({ showId, scheduleId }: { showId: string; scheduleId: string }) {
  const t = useText(text);
  const session = useSession();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const isWished = new URLSearchParams(useSearch()).get("remind") === scheduleId;
  const [failed, setFailed] = useState(false);
  const reminders = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call("/api/users/me/reminders", "get", { signedIn: true, signal }),
    enabled: session !== "out",
  });
  const isOn = reminders.data?.scheduleIds.includes(scheduleId) ?? false;
  const set = useCallback(
    async (on: boolean) => {
      setFailed(false);
      try {
        await call("/api/users/me/reminders/{scheduleId}", on ? "put" : "delete", {
          signedIn: true,
          path: { scheduleId },
        });
        await queries.invalidateQueries({ queryKey: KEY });
      } catch {
        setFailed(true);
      }
    },
    [queries, scheduleId],
  );
  useEffect(() => {
    if (isWished && session === "in") {
      navigate(`/events/${showId}`, { replace: true });
      void set(true);
    }
  }, [isWished, session, navigate, showId, set]);
  const label = (
    <>
      <Icon name={isOn ? "check" : "bell"} size={20} />
      {t(isOn ? "bellOn" : "bell")}
    </>
  );
  return (
    <>
      {session === "out" ? (
        <Link
          className="button button-primary button-wide"
          href={loginWith(`/events/${showId}?remind=${scheduleId}`)}
        >
          {label}
        </Link>
      ) : (
        <button
          type="button"
          className="button button-primary button-wide"
          aria-pressed={isOn}
          onClick={() => void set(!isOn)}
        >
          {label}
        </button>
      )}
      {failed ? (
        <p className="caption" role="alert">
          {t("bellFailed")}
        </p>
      ) : null}
    </>
  );
}
