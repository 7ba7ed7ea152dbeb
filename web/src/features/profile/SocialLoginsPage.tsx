import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { call } from "../../api/client";
import { ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { day } from "../../lib/format";
import { useTitle } from "../../lib/useTitle";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { PasswordField } from "../auth/PasswordField";
import { leaveFor } from "../auth/social";
import { useProviders, type Provider } from "../auth/useProviders";
import { text } from "./text";
import "./profile.css";

const names = { GOOGLE: "Google", KAKAO: "Kakao", NAVER: "Naver" } as const;

/** The providers that open this account, to connect and to remove. */
export default function SocialLoginsPage() {
  const t = useText(text);
  useTitle(`${t("socialLogins")} · Onsale`);
  const queries = useQueryClient();
  const providers = useProviders();
  const mine = useQuery({
    queryKey: ["social-logins"],
    queryFn: ({ signal }) => call("/api/users/me/social", "get", { signedIn: true, signal }),
  });
  const [removing, setRemoving] = useState<Provider | null>(null);
  const [password, setPassword] = useState("");
  const [said, setSaid] = useState<"socialRemoved" | "socialRemoveFailed" | "socialAway" | null>(
    null,
  );
  if (mine.isError) {
    return <ProblemPage error={mine.error} retry={() => void mine.refetch()} />;
  }
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (removing === null) {
      return;
    }
    try {
      await call("/api/users/me/social/unlink", "post", {
        signedIn: true,
        body: { provider: removing, password },
      });
      setRemoving(null);
      setSaid("socialRemoved");
      await queries.invalidateQueries({ queryKey: ["social-logins"] });
    } catch {
      setSaid("socialRemoveFailed");
    }
    setPassword("");
  };
  return (
    <div className="wrap wrap-narrow profile">
      <h1 className="title-1">{t("socialLogins")}</h1>
      <p className="ink-2">{t("socialLead")}</p>
      {said ? (
        <Notice tone={said === "socialRemoved" ? "go" : "stop"} alert>
          {t(said)}
        </Notice>
      ) : null}
      <ul className="lines profile-rows">
        {providers.data?.providers.map((provider) => {
          const link = mine.data?.items.find((one) => one.provider === provider);
          return (
            <li key={provider}>
              <Icon name={link ? "check" : "user"} />
              <span className="grow">
                <b>{names[provider]}</b>
                <span className="small ink-3">
                  {link ? t("socialSince", { day: day(link.linkedAt) }) : t("socialNone")}
                </span>
              </span>
              <button
                type="button"
                className="link"
                aria-label={`${names[provider]} ${t(link ? "socialRemove" : "socialAdd")}`}
                onClick={() =>
                  link
                    ? setRemoving(provider)
                    : void leaveFor(provider, "/me/social").catch(() => setSaid("socialAway"))
                }
              >
                {t(link ? "socialRemove" : "socialAdd")}
              </button>
            </li>
          );
        })}
      </ul>
      {removing === null ? null : (
        <form className="stack" noValidate onSubmit={(event) => void remove(event)}>
          <PasswordField
            label={t("currentPassword")}
            name="password"
            hint={t("socialRemoveHint")}
            autoComplete="current-password"
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <button type="submit" className="button button-primary button-wide">
            {names[removing]} {t("socialRemove")}
          </button>
        </form>
      )}
    </div>
  );
}
