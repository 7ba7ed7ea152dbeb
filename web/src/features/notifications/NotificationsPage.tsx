import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client";
import type { Answer } from "../../api/answers";
import { ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { Notice } from "../../ui/Notice";
import { ThisDevice } from "./ThisDevice";
import { text } from "./text";
import "./notifications.css";

type Mine = Answer<"/api/users/me/notifications", "get">;
type Choice = Mine["choices"][number];
type Way = Choice["channels"][number];

const matters = {
  BOOKING: ["booking", "bookingNote"],
  SHOW: ["show", "showNote"],
  REMINDER: ["reminder", "reminderNote"],
  SALE: ["sale", "saleNote"],
} as const;

const ways = { EMAIL: "email", SMS: "sms", PUSH: "push" } as const;

/** What a person is told, and by which channel. Each tap is saved. */
export default function NotificationsPage() {
  const t = useText(text);
  useTitle(`${t("title")} · Onsale`);
  const queries = useQueryClient();
  const [failed, setFailed] = useState(false);
  const mine = useQuery({
    queryKey: ["notifications"],
    queryFn: ({ signal }) => call("/api/users/me/notifications", "get", { signedIn: true, signal }),
  });
  if (mine.isError) {
    return <ProblemPage error={mine.error} retry={() => void mine.refetch()} />;
  }
  const choose = async (choice: Choice, way: Way, on: boolean) => {
    setFailed(false);
    const channels = on
      ? [...choice.channels, way]
      : choice.channels.filter((other) => other !== way);
    try {
      const saved = await call("/api/users/me/notifications", "put", {
        signedIn: true,
        body: { choices: [{ matter: choice.matter, channels }] },
      });
      queries.setQueryData(["notifications"], saved);
    } catch {
      setFailed(true);
    }
  };
  const offered = mine.data?.offered ?? [];
  return (
    <div className="wrap wrap-narrow notifications">
      <h1 className="title-1">{t("title")}</h1>
      <p className="ink-2">{t(mine.data && offered.length === 0 ? "notOffered" : "lead")}</p>
      {failed ? (
        <Notice tone="stop" alert>
          {t("notSaved")}
        </Notice>
      ) : null}
      {mine.data?.choices.map((choice) => {
        const [name, note] = matters[choice.matter];
        return (
          <fieldset key={choice.matter} className="notifications-matter">
            <legend className="title-3">{t(name)}</legend>
            <p className="small ink-3">{t(note)}</p>
            <div className="notifications-ways">
              {offered.map((way) => {
                const isFixed = choice.always.includes(way);
                return (
                  <label key={way} className="notifications-way">
                    <input
                      type="checkbox"
                      aria-label={t("choiceLabel", { matter: t(name), channel: t(ways[way]) })}
                      checked={isFixed || choice.channels.includes(way)}
                      disabled={isFixed}
                      onChange={(event) => void choose(choice, way, event.target.checked)}
                    />
                    <span aria-hidden="true">{t(ways[way])}</span>
                  </label>
                );
              })}
            </div>
          </fieldset>
        );
      })}
      {mine.data?.pushKey ? <ThisDevice pushKey={mine.data.pushKey} /> : null}
    </div>
  );
}
