import { useEffect } from "react";

/** The title of the tab, which screen readers say when a page opens. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
