// Pictures of every page and state, phone and desktop, light and dark, in web/shots, each judged by axe:
//   shots.mjs [start of a name …]   only some of them
//   shots.mjs --readme              the few of the README, small, in docs/pictures
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { startPlatform } from "./platform.mjs";

const OUT = fileURLToPath(new URL("../shots/", import.meta.url));
const PICTURES = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const README = ["home desktop light", "waiting phone light", "seats-chosen phone light"].concat([
  "checkout phone dark",
  "ticket phone light",
]);
const README_QUALITY = 78;
const SETTLED_MILLIS = 5_000;

const isReadme = process.argv.includes("--readme");
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));

const platform = await startPlatform();
process.env.ONSALE_URL = platform.url;
process.env.ONSALE_PASSWORD = platform.password;
process.env.ONSALE_DATA_DIR = platform.directory;
// They read where the platform is when they are loaded.
const { faults, sizes } = await import("./pages.mjs");
const { states } = await import("./states/index.mjs");
const chromium = await launch();
if (wanted.length === 0 && !isReadme) {
  rmSync(OUT, { recursive: true, force: true });
}
mkdirSync(isReadme ? PICTURES : OUT, { recursive: true });

let failed = 0;
for (const state of await states()) {
  for (const [size, options] of Object.entries(sizes)) {
    if (size === "tablet" && !state.onTablet) continue; // the desk is used on tablets, too
    const themes = ["light", "dark"].filter((theme) => isWanted(state.name, size, theme));
    if (themes.length > 0) {
      await take(state, size, options, themes).catch((error) => {
        failed++;
        console.error(`${state.name} ${size}: ${error.message}`);
      });
    }
  }
}
await chromium.close();
await platform.stop();
process.exit(failed === 0 ? 0 : 1);

function isWanted(name, size, theme) {
  return isReadme
    ? README.includes(`${name} ${size} ${theme}`)
    : wanted.length === 0 || wanted.some((part) => name.startsWith(part));
}

async function take(state, size, options, themes) {
  const context = await chromium.newContext({
    ...options,
    baseURL: platform.url,
    locale: state.locale === "en" ? "en-US" : "ko-KR",
    timezoneId: "Asia/Seoul",
    colorScheme: themes[0],
    reducedMotion: "reduce",
    serviceWorkers: state.workers ? "allow" : "block",
  });
  context.setDefaultTimeout(20_000);
  try {
    const page = await context.newPage();
    await state.reach(page, context);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      if (isReadme) {
        await small(page, state.name);
      } else {
        await page.screenshot({ path: `${OUT}${state.name}-${size}-${colorScheme}.png` });
        await judge(page, `${state.name} ${size} ${colorScheme}`);
      }
    }
  } catch (error) {
    await context.pages()[0]?.screenshot({ path: `${OUT}${state.name}-${size}-failed.png` });
    throw error;
  } finally {
    await context.close();
  }
}

/** With its heading, fonts and posters, as far as they come: without a network they do not. */
async function settled(page) {
  await twoFrames(page);
  await page
    .waitForFunction(
      () =>
        document.querySelector("h1") !== null &&
        document.querySelector("[aria-hidden] .skeleton, .lead-waiting") === null &&
        document.querySelector("canvas[data-painting]") === null &&
        document.fonts.status === "loaded" &&
        [...document.fonts].some((font) => font.status === "loaded") &&
        [...document.images].every((image) => image.complete),
      undefined,
      { timeout: SETTLED_MILLIS },
    )
    .catch(() => undefined);
  await twoFrames(page);
}

/** What the page changes when the theme does is begun after one, and to be seen after another. */
function twoFrames(page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** The provider's pages are not ours, and on paper nobody needs a heading to jump to. */
async function judge(page, name) {
  const isOurs = page.url().startsWith(platform.url);
  if (!isOurs || (await page.evaluate(() => matchMedia("print").matches))) {
    return;
  }
  for (const fault of await faults(page)) {
    failed++;
    console.error(`${name}: ${fault}`);
  }
}

/** As WebP, which only the browser's own protocol makes. */
async function small(page, name) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: README_QUALITY,
  });
  writeFileSync(`${PICTURES}${name}.webp`, Buffer.from(data, "base64"));
}
