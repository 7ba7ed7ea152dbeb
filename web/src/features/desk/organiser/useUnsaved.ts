import { useEffect } from "react";
import { text } from "./text";

/** Asks before changes that are not saved are left: by a link of the page, or by closing the tab. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const close = (event: BeforeUnloadEvent) => event.preventDefault();
    const press = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!link || link.getAttribute("target") === "_blank" || confirm(text("leave"))) return;
      event.preventDefault();
      event.stopPropagation(); // before the router hears of it
    };
    addEventListener("beforeunload", close);
    document.addEventListener("click", press, { capture: true });
    return () => {
      removeEventListener("beforeunload", close);
      document.removeEventListener("click", press, { capture: true });
    };
  }, [isChanged]);
}
