import { useSyncExternalStore } from "react";
import { Link, useLocation } from "wouter";
import { useText } from "../../i18n/useText";
import { useSession } from "../../session/useSession";
import { Notice } from "../../ui/Notice";
import { closeBanner, isBannerOpen, onBanner } from "./banner";
import { text } from "./text";
import "./account.css";

/** Costs no call: it knows of the sign-up on this device, and forgets it when it is closed. */
export default function EmailBanner() {
  const t = useText(text);
  const session = useSession();
  const [location] = useLocation();
  const isOpen = useSyncExternalStore(onBanner, isBannerOpen);
  if (!isOpen || session !== "in" || location === "/me/email") {
    return null;
  }
  return (
    <section className="wrap account-banner" aria-label={t("verifyTitle")}>
      <Notice tone="accent">
        {t("bannerText")}{" "}
        <Link className="link" href="/me/email">
          {t("bannerLink")}
        </Link>{" "}
        <button type="button" className="link" onClick={closeBanner}>
          {t("bannerClose")}
        </button>
      </Notice>
    </section>
  );
}
