import { lazy, Suspense, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { isBannerOpen } from "../features/account/banner";
import { useText } from "../i18n/useText";
import { VENUE_ZONE } from "../lib/format";
import { useSession } from "../session/useSession";
import { Icon } from "../ui/Icon";
import { Logo } from "../ui/Logo";
import type { IconName } from "../ui/icons";
import { LanguageSwitch } from "./LanguageSwitch";
import { text } from "./text";

/** Few fans ever see it, so nobody else loads it. */
const EmailBanner = lazy(() => import("../features/account/EmailBanner"));

const isElsewhere = Intl.DateTimeFormat().resolvedOptions().timeZone !== VENUE_ZONE;

/** A browsing page: header, tab bar on phones, footer. From the seat map to the payment there is none. */
export function Layout({ hasTabs, children }: { hasTabs: boolean; children: ReactNode }) {
  const t = useText(text);
  const session = useSession();
  return (
    <div className={hasTabs ? "page has-tab-bar" : "page"}>
      <a className="skip-link" href="#main">
        {t("skip")}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {session === "in" && isBannerOpen() ? (
          <Suspense fallback={null}>
            <EmailBanner />
          </Suspense>
        ) : null}
        {children}
      </main>
      <footer className="footer">
        <div className="wrap">
          <p>{t("footer")}</p>
          {isElsewhere ? <p>{t("elsewhere")}</p> : null}
        </div>
      </footer>
      {hasTabs ? <TabBar /> : null}
    </div>
  );
}

function Header() {
  const t = useText(text);
  const [location] = useLocation();
  const session = useSession();
  return (
    <header className="top">
      <div className="wrap">
        <Link href="/" className="logo" aria-label="Onsale">
          <Logo />
        </Link>
        <nav className="top-nav desktop-only" aria-label={t("menu")}>
          <Link href="/" aria-current={isShows(location) ? "page" : undefined}>
            {t("shows")}
          </Link>
          <Link href="/tickets" aria-current={isUnder(location, "/tickets")}>
            {t("tickets")}
          </Link>
        </nav>
        <span className="grow" />
        <LanguageSwitch />
        {session === "in" ? (
          <Link href="/me" className="icon-button desktop-only" aria-label={t("me")}>
            <Icon name="user" />
          </Link>
        ) : (
          <Link href="/login" className="button button-small desktop-only">
            {t("login")}
          </Link>
        )}
      </div>
    </header>
  );
}

function TabBar() {
  const t = useText(text);
  const [location] = useLocation();
  const tab = (href: string, icon: IconName, label: string, current: "page" | undefined) => (
    <Link href={href} aria-current={current}>
      <Icon name={icon} />
      {label}
    </Link>
  );
  return (
    <nav className="tab-bar" aria-label={t("menu")}>
      {tab("/", "home", t("home"), isShows(location) ? "page" : undefined)}
      {tab("/search", "search", t("find"), isUnder(location, "/search"))}
      {tab("/tickets", "ticket", t("tickets"), isUnder(location, "/tickets"))}
      {tab("/me", "user", t("me"), isUnder(location, "/me"))}
    </nav>
  );
}

function isShows(location: string): boolean {
  return location === "/" || location.startsWith("/events/");
}

function isUnder(location: string, path: string): "page" | undefined {
  return location === path || location.startsWith(`${path}/`) ? "page" : undefined;
}
