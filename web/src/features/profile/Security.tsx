import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { endedElsewhere } from "../../session/session";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { useProviders } from "../auth/useProviders";
import { forgetAll } from "../tickets/stored";
import { text } from "./text";

/** The password, the logins, and the way out of every device. */
export function Security() {
  const t = useText(text);
  const queries = useQueryClient();
  const [failed, setFailed] = useState(false);
  const logins = useQuery({
    queryKey: ["logins"],
    queryFn: ({ signal }) => call("/api/users/me/logins", "get", { signedIn: true, signal }),
  });
  const providers = useProviders();
  const unusual = logins.data?.items.some((one) => one.suspicions.length > 0) ?? false;
  const signOut = async () => {
    setFailed(false);
    try {
      await call("/api/users/me/sessions", "delete", { signedIn: true });
      endedElsewhere();
      forgetAll();
      queries.clear();
    } catch {
      setFailed(true);
    }
  };
  return (
    <section className="profile-settings" aria-labelledby="security">
      <h2 className="title-2" id="security">
        {t("security")}
      </h2>
      {failed ? (
        <Notice tone="stop" alert>
          {t("logoutFailed")}
        </Notice>
      ) : null}
      <ul className="lines profile-rows">
        <li>
          <Icon name="lock" />
          <Link className="grow link" href="/me/password">
            {t("changePassword")}
          </Link>
        </li>
        <li>
          <Icon name="lock" />
          <Link className="grow link" href="/me/second-factor">
            {t("secondFactor")}
          </Link>
        </li>
        {providers.data && providers.data.providers.length > 0 ? (
          <li>
            <Icon name="user" />
            <Link className="grow link" href="/me/social">
              {t("socialLogins")}
            </Link>
          </li>
        ) : null}
        <li>
          <Icon name="user" />
          <Link className="grow link" href="/me/email">
            {t("email")}
          </Link>
        </li>
        <li>
          <Icon name="list" />
          <Link className="grow link" href="/me/logins">
            {t("logins")}
          </Link>
          {unusual ? <span className="badge">{t("unusual")}</span> : null}
        </li>
        <li>
          <Icon name="exit" />
          <button type="button" className="grow link" onClick={() => void signOut()}>
            {t("signOutEverywhere")}
          </button>
        </li>
        <li>
          <Icon name="alert" />
          <Link className="grow link" href="/me/delete">
            {t("deleteAccount")}
          </Link>
        </li>
      </ul>
    </section>
  );
}
