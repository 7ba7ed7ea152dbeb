import { read, remove, write } from "./storage";

/** Light or dark as the system has it, unless the fan chose. */
export type Theme = "auto" | "light" | "dark";

const KEY = "onsale.theme";

export function theme(): Theme {
  const stored = read(KEY);
  return stored === "light" || stored === "dark" ? stored : "auto";
}

export function setTheme(next: Theme): void {
  if (next === "auto") {
    remove(KEY);
  } else {
    write(KEY, next);
  }
  showTheme();
}

export function showTheme(): void {
  const chosen = theme();
  if (chosen === "auto") {
    delete document.documentElement.dataset["theme"];
  } else {
    document.documentElement.dataset["theme"] = chosen;
  }
}
