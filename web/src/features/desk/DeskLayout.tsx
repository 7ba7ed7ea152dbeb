import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { LanguageSwitch } from "../../app/LanguageSwitch";
import { Layout } from "../../app/Layout";
import { MessagePage, NotFoundPage, ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { Icon } from "../../ui/Icon";
import { Logo } from "../../ui/Logo";
import { type Role, sectionsOf } from "./shell/sections";
import { text } from "./shell/text";
import { useRole } from "./shell/useRole";
import "./shell/shell.css";

interface DeskLayoutProps {
  /** Who finds this page; for everybody else there is none. */
  roles: readonly Role[];
  title: string;
  /** Below the title: where it belongs, or how it stands. */
  sub?: ReactNode;
  /** What leads back, such as the list of events. */
  back?: { href: string; label: string };
  /** At the right of the title. */
  actions?: ReactNode;
  /** A page that fills the window and scrolls inside, such as an editor. */
  isFull?: boolean;
  children: ReactNode;
}

/** A page of the desk: navigation by role at the left, title and actions above, content below. */
export function DeskLayout(props: DeskLayoutProps) {
  const { session, role, profile } = useRole();
  const t = useText(text);
  useTitle(`${props.title} · Onsale`);
  if (session === "out") {
    return <LoginFirst />;
  }
  if (profile.isError) {
    return (
      <Layout hasTabs={false}>
        <ProblemPage error={profile.error} retry={() => void profile.refetch()} />
      </Layout>
    );
  }
  if (role === undefined) {
    return (
      <p className="hidden-text" role="status">
        {t("loading")}
      </p>
    );
  }
  if (!props.roles.includes(role)) {
    return (
      <Layout hasTabs={false}>
        <NotFoundPage />
      </Layout>
    );
  }
  return <Frame {...props} role={role} />;
}

function Frame(props: DeskLayoutProps & { role: Role }) {
  const t = useText(text);
  return (
    <div className={props.isFull ? "office office-full" : "office"}>
      <a className="skip-link" href="#main">
        {t("skip")}
      </a>
      <Navigation role={props.role} />
      <main id="main" tabIndex={-1} className="office-body">
        <div className="office-top">
          {props.back ? (
            <Link href={props.back.href} className="icon-button" aria-label={props.back.label}>
              <Icon name="back" />
            </Link>
          ) : null}
          <div className="office-title">
            <h1 className="title-3">{props.title}</h1>
            {props.sub ? <p className="caption ink-3">{props.sub}</p> : null}
          </div>
          {props.actions ? <div className="office-actions">{props.actions}</div> : null}
        </div>
        <div className="office-main">{props.children}</div>
      </main>
    </div>
  );
}

function Navigation({ role }: { role: Role }) {
  const t = useText(text);
  const [location] = useLocation();
  return (
    <header className="office-side">
      <Link href="/" className="logo" aria-label={`Onsale · ${t("fanSide")}`}>
        <Logo />
      </Link>
      <nav aria-label={t("menu")}>
        {sectionsOf(role).map(({ path, label, icon, isLoadedAnew }) => {
          const isCurrent = location === path || location.startsWith(`${path}/`);
          const inside = (
            <>
              <Icon name={icon} size={20} />
              {t(label)}
            </>
          );
          return isLoadedAnew ? (
            <a key={path} href={path}>
              {inside}
            </a>
          ) : (
            <Link key={path} href={path} aria-current={isCurrent ? "page" : undefined}>
              {inside}
            </Link>
          );
        })}
      </nav>
      <div className="office-language">
        <LanguageSwitch />
      </div>
    </header>
  );
}

function LoginFirst() {
  const t = useText(text);
  const [location] = useLocation();
  return (
    <Layout hasTabs={false}>
      <MessagePage icon="lock" title={t("loginTitle")} detail={t("loginLead")}>
        <a className="button button-primary" href={`/login?next=${encodeURIComponent(location)}`}>
          {t("login")}
        </a>
      </MessagePage>
    </Layout>
  );
}
