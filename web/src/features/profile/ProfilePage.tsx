import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Link } from "wouter";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { LanguageSwitch } from "../../app/LanguageSwitch";
import { ProblemPage } from "../../app/MessagePage";
import { locale, onLocale, type Locale } from "../../i18n/locale";
import { useText } from "../../i18n/useText";
import { day, money, showTime } from "../../lib/format";
import { setTheme, theme, type Theme } from "../../lib/theme";
import { useTitle } from "../../lib/useTitle";
import { logOut } from "../../session/session";
import { useSession } from "../../session/useSession";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { forgetAll } from "../tickets/stored";
import { usePayments } from "../tickets/bookings";
import { PointsRow } from "./PointsRow";
import { Security } from "./Security";
import { text } from "./text";
import "./profile.css";

export default function ProfilePage() {
  const t = useText(text);
  useTitle(`${t("title")} · Onsale`);
  const session = useSession();
  const me = useQuery({
    queryKey: ["me"],
    queryFn: ({ signal }) => call("/api/users/me", "get", { signedIn: true, signal }),
    enabled: session !== "out",
  });
  const language = me.data?.language;
  const chosen = useSyncExternalStore(onLocale, locale);
  useEffect(() => {
    if (language !== undefined && language.toLowerCase() !== chosen) {
      void keepLanguage(chosen);
    }
  }, [language, chosen]);
  if (session === "out" || (isProblem(me.error) && me.error.status === 401)) {
    return (
      <div className="wrap wrap-narrow profile">
        <h1 className="title-1">{t("title")}</h1>
        <div className="inset profile-out">
          <h2 className="title-3">{t("loginTitle")}</h2>
          <p className="small ink-2">{t("loginLead")}</p>
          <p className="row">
            <Link className="button button-primary" href="/login?next=/me">
              {t("login")}
            </Link>
            <Link className="button button-line" href="/signup?next=/me">
              {t("signUp")}
            </Link>
          </p>
        </div>
        <Settings />
      </div>
    );
  }
  if (me.isError) {
    return <ProblemPage error={me.error} retry={() => void me.refetch()} />;
  }
  return (
    <div className="wrap wrap-narrow profile">
      <h1 className="title-1">{t("title")}</h1>
      <div className="profile-who">
        <span className="profile-initials" aria-hidden="true">
          {me.data?.name.slice(-2) ?? ""}
        </span>
        <div>
          <p className="title-2">{me.data?.name ?? "\u00a0"}</p>
          <p className="small ink-3">{me.data?.email ?? "\u00a0"}</p>
        </div>
      </div>
      {me.data?.emailVerified === false ? (
        <Notice tone="accent">
          {t("confirmEmail")}{" "}
          <Link className="link" href="/me/email">
            {t("confirmEmailLink")}
          </Link>
        </Notice>
      ) : null}
      <ul className="lines profile-rows">
        <li>
          <Icon name="shield" />
          <span className="grow">
            <b>{t("verified")}</b>
            <span className="small ink-3">{t("verifiedNote")}</span>
          </span>
          <Icon name="check" size={20} />
        </li>
        <li>
          <Icon name="lock" />
          <b className="grow">{t("phone")}</b>
          <span className="ink-2 num">{masked(me.data?.phone ?? "")}</span>
        </li>
        <PointsRow />
        <li>
          <Icon name="calendar" />
          <b className="grow">{t("since")}</b>
          <span className="ink-2 num">{me.data ? day(me.data.createdAt) : ""}</span>
        </li>
      </ul>
      <ul className="lines profile-rows">
        <li>
          <Icon name="bell" />
          <Link className="grow link" href="/me/notifications">
            {t("notifications")}
          </Link>
        </li>
      </ul>
      <Settings />
      <Security />
      <p>
        <Link className="link small" href="/terms">
          {t("terms")}
        </Link>
      </p>
      <Payments />
      <LogOut />
    </div>
  );
}

/** The platform writes to a fan in the language that the fan reads here. */
async function keepLanguage(chosen: Locale): Promise<void> {
  await call("/api/users/me", "put", {
    signedIn: true,
    body: { language: chosen === "ko" ? "KO" : "EN" },
  }).catch(() => undefined); // kept the next time
}

/** Enough to recognise one's own. */
function masked(phone: string): string {
  return phone.replace(/^(\+?\d{3})\d+(\d{4})$/, "$1-••••-$2");
}

function Settings() {
  const t = useText(text);
  const [chosen, setChosen] = useState(theme);
  const choices: [Theme, "themeAuto" | "themeLight" | "themeDark"][] = [
    ["auto", "themeAuto"],
    ["light", "themeLight"],
    ["dark", "themeDark"],
  ];
  return (
    <section className="profile-settings" aria-labelledby="settings">
      <h2 className="title-2" id="settings">
        {t("settings")}
      </h2>
      <ul className="lines profile-rows">
        <li>
          <Icon name="globe" />
          <b className="grow">{t("language")}</b>
          <LanguageSwitch />
        </li>
        <li className="profile-theme">
          <Icon name="sun" />
          <b className="grow" id="theme">
            {t("theme")}
          </b>
          <div className="segments" role="group" aria-labelledby="theme">
            {choices.map(([value, label]) => (
              <button
                key={value}
                type="button"
                aria-pressed={chosen === value}
                onClick={() => {
                  setTheme(value);
                  setChosen(value);
                }}
              >
                {t(label)}
              </button>
            ))}
          </div>
        </li>
      </ul>
    </section>
  );
}

const states = {
  PENDING: "pending",
  SUCCESS: "paid",
  FAILED: "failed",
  REFUNDED: "refunded",
} as const;

function Payments() {
  const t = useText(text);
  const payments = usePayments(true);
  return (
    <section className="profile-settings" aria-labelledby="payments">
      <h2 className="title-2" id="payments">
        {t("payments")}
      </h2>
      {payments.data?.length === 0 ? <p className="small ink-3">{t("noPayments")}</p> : null}
      <ul className="lines profile-rows">
        {payments.data?.map((one) => (
          <li key={one.paymentId}>
            <Icon name="card" />
            <span className="grow">
              <b className="num">{money(one.amount)}</b>
              <span className="small ink-3 num">{showTime(one.paidAt ?? one.createdAt)}</span>
            </span>
            <span className="badge">{t(states[one.status])}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LogOut() {
  const t = useText(text);
  const queries = useQueryClient();
  const [failed, setFailed] = useState(false);
  const leave = async () => {
    setFailed(false);
    try {
      await logOut();
      forgetAll();
      queries.clear();
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className="stack">
      {failed ? (
        <Notice tone="stop" alert>
          {t("logoutFailed")}
        </Notice>
      ) : null}
      <button type="button" className="button button-wide" onClick={() => void leave()}>
        <Icon name="exit" size={20} />
        {t("logout")}
      </button>
      <p className="caption ink-3">{t("logoutNote")}</p>
    </div>
  );
}
