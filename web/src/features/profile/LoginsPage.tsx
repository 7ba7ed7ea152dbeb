import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { call } from "../../api/client";
import { ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { showTime } from "../../lib/format";
import { useTitle } from "../../lib/useTitle";
import { Icon } from "../../ui/Icon";
import { deviceName } from "./device";
import { Sessions } from "./Sessions";
import { text } from "./text";
import "./profile.css";

const marks = {
  NEW_DEVICE: "newDevice",
  NEW_NETWORK: "newNetwork",
  MANY_FAILURES: "manyFailures",
} as const;

/** Where and when the account was used, and what was unusual about it. */
export default function LoginsPage() {
  const t = useText(text);
  useTitle(`${t("logins")} · Onsale`);
  const logins = useQuery({
    queryKey: ["logins"],
    queryFn: ({ signal }) => call("/api/users/me/logins", "get", { signedIn: true, signal }),
  });
  if (logins.isError) {
    return <ProblemPage error={logins.error} retry={() => void logins.refetch()} />;
  }
  return (
    <div className="wrap wrap-narrow profile">
      <h1 className="title-1">{t("logins")}</h1>
      <p className="ink-2">
        {t("loginsLead")}{" "}
        <Link className="link" href="/me/password">
          {t("changePassword")}
        </Link>
      </p>
      <Sessions />
      <h2 className="title-2">{t("loginsBefore")}</h2>
      <ul className="lines profile-rows">
        {logins.data?.items.map((one, i) => (
          <li key={`${one.at}-${i}`}>
            <Icon name={one.success ? "check" : "alert"} />
            <span className="grow">
              <b>{t(one.success ? "loginSuccess" : "loginFailure")}</b>
              <span className="small ink-3 num">{showTime(one.at)}</span>
              <span className="small ink-3">
                {deviceName(one.userAgent) ?? t("unknownDevice")} · {one.address}
              </span>
            </span>
            {one.suspicions.map((mark) => (
              <span className="badge" key={mark}>
                {t(marks[mark])}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
