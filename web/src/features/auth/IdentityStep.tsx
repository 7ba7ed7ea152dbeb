import { useText } from "../../i18n/useText";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { IdentityButton } from "./IdentityButton";
import { text } from "./text";

/** Leaves for the provider's page, which comes back to `returnTo`. */
export function IdentityStep(props: {
  lead: string;
  returnTo: string;
  failed: boolean;
  /** Keeps the id that the provider's page will name. */
  onLeave: (identityId: string) => void;
}) {
  const t = useText(text);
  return (
    <>
      <h1 className="title-1">{t("identityTitle")}</h1>
      <div className="identity-card">
        <Icon name="shield" size={32} />
        <p className="ink-2">{props.lead}</p>
      </div>
      {props.failed ? (
        <Notice tone="stop" alert>
          {t("identityCancelled")}
        </Notice>
      ) : null}
      <div className="sign-up-action">
        <IdentityButton returnTo={props.returnTo} onLeave={props.onLeave} />
      </div>
    </>
  );
}
