import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { showLocale } from "./i18n/locale";
import { showTheme } from "./lib/theme";
import { resume } from "./session/session";
import "./styles/base.css";
import "./styles/shell.css";

showLocale();
showTheme();
void resume();
createRoot(document.getElementById("app") as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// Neither the first picture nor a click waits for these.
addEventListener("load", () => {
  void import("./styles/fonts");
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    void navigator.serviceWorker.register("/sw.js");
  }
});
