import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { Route, Switch, useLocation } from "wouter";
import { isProblem } from "../api/problem";
import { useText } from "../i18n/useText";
import { routes } from "../routes";
import { Connection } from "./Connection";
import { ErrorBoundary } from "./ErrorBoundary";
import { Layout } from "./Layout";
import { NotFoundPage } from "./MessagePage";
import { text } from "./text";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && isProblem(error) && error.isTemporary,
      retryDelay: (attempt, error) =>
        isProblem(error) && error.retryAfterSeconds !== null
          ? error.retryAfterSeconds * 1000
          : 500 * 2 ** attempt + Math.random() * 500,
    },
  },
});

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Connection />
      <Pages />
    </QueryClientProvider>
  );
}

function Pages() {
  const [location] = useLocation();
  useNewPage(location);
  return (
    <Switch>
      {routes.map(({ path, page: Page, inLayout, hasTabs }) => (
        <Route key={path} path={path}>
          {inLayout ? (
            <Layout hasTabs={hasTabs}>
              <Guarded location={location} isBare={false}>
                <Page />
              </Guarded>
            </Layout>
          ) : (
            <Guarded location={location} isBare>
              <Page />
            </Guarded>
          )}
        </Route>
      ))}
      <Route>
        <Layout hasTabs>
          <NotFoundPage />
        </Layout>
      </Route>
    </Switch>
  );
}

function Guarded(props: { location: string; isBare: boolean; children: React.ReactNode }) {
  const t = useText(text);
  return (
    <ErrorBoundary resetKey={props.location} isBare={props.isBare}>
      <Suspense
        fallback={
          <p className="hidden-text" role="status">
            {t("loading")}
          </p>
        }
      >
        {props.children}
      </Suspense>
    </ErrorBoundary>
  );
}

/** A new page starts at its top, and a screen reader's focus with it. Going back keeps the place. */
function useNewPage(location: string): void {
  const before = useRef(location);
  const isBack = useRef(false);
  useEffect(() => {
    const mark = () => {
      isBack.current = true;
    };
    window.addEventListener("popstate", mark);
    return () => window.removeEventListener("popstate", mark);
  }, []);
  useEffect(() => {
    if (before.current === location) {
      return;
    }
    before.current = location;
    if (!isBack.current) {
      window.scrollTo(0, 0);
      document.getElementById("main")?.focus({ preventScroll: true });
    }
    isBack.current = false;
  }, [location]);
}
