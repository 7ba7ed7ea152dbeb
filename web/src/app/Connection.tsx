import { useSyncExternalStore } from "react";
import { useText } from "../i18n/useText";
import { text } from "./text";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Said at the top of every page while there is no network. */
export function Connection() {
  const t = useText(text);
  return useOnline() ? null : (
    <p className="connection" role="status">
      {t("offline")}
    </p>
  );
}
