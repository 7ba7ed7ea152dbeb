// The machine's Chromium, else one from a package that ships it, else one clear sentence.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const PLACES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const PACKAGE = fileURLToPath(new URL("./chromium/", import.meta.url));

/** @param more flags of this browser alone, such as a film instead of a camera */
export async function launch(more = []) {
  const executablePath = PLACES.find((path) => path && existsSync(path)) ?? (await shipped());
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}

async function shipped() {
  try {
    if (!existsSync(`${PACKAGE}node_modules`)) {
      execFileSync("npm", ["install", "--no-save"], { cwd: PACKAGE, stdio: "ignore" });
    }
    const found = await import(createRequire(PACKAGE).resolve("@sparticuz/chromium"));
    return await found.default.executablePath();
  } catch {
    throw new Error(
      "The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.",
    );
  }
}
