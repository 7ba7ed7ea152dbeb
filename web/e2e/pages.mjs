// Browser pages as fans have them, and axe's opinion of each.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before } from "node:test";
import { launch } from "./browser.mjs";
import { url } from "./fans.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const KNOWN = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export const sizes = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

/** A browser for the tests of one file: `const fan = browser();` and then `await fan.page(...)`. */
export function browser() {
  let chromium;
  let pages = [];
  before(async () => {
    chromium = await launch();
  });
  // What each page showed when a test failed: a failure on another machine is not seen twice.
  afterEach(async (context) => {
    const shown = pages.filter((page) => !page.isClosed());
    pages = [];
    if (context.passed) return;
    for (const page of shown) {
      const words = await page.evaluate(() => document.body.innerText).catch(String);
      console.log(`${context.name}: ${page.url()}\n${page.calls.join("\n")}\n${words}\n`);
    }
  });
  after(async () => {
    await chromium?.close();
  });
  return {
    /** A fan's own browser: nothing is shared with another's. */
    async context({ size = "phone", locale = "ko", theme = "light", ...more } = {}) {
      const context = await chromium.newContext({
        ...sizes[size],
        baseURL: url,
        locale: locale === "ko" ? "ko-KR" : "en-US",
        timezoneId: "Asia/Seoul",
        colorScheme: theme,
        ...more,
      });
      context.setDefaultTimeout(15_000);
      return context;
    },
    async page(options) {
      const context = await this.context(options);
      const page = await context.newPage();
      pages.push(page);
      page.problems = [];
      page.calls = [];
      page.on("response", (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.startsWith("/api/")) {
          page.calls.push(`${response.request().method()} ${pathname} ${response.status()}`);
        }
      });
      page.on("pageerror", (error) => page.problems.push(String(error)));
      page.on("console", (message) => {
        // A refused call is logged by the browser itself, and shown by the page.
        if (message.type() === "error" && !/status of [45]\d\d/.test(message.text())) {
          page.problems.push(message.text());
        }
      });
      return page;
    },
  };
}

/** Resolves when every transition and animation that ends has ended, and so have those they led to. */
const SETTLED = `(async () => {
  const moving = () => document.getAnimations().filter((one) =>
    one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity);
  while (moving().length > 0) {
    await Promise.allSettled(moving().map((one) => one.finished));
  }
})()`;

/** What axe finds wrong on the page, in words; empty is well. The policy forbids scripts of others. */
export async function faults(page) {
  const world = await page.context().newCDPSession(page);
  const { frameTree } = await world.send("Page.getFrameTree");
  const { executionContextId } = await world.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  const run = async (expression) => {
    const { result, exceptionDetails } = await world.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  };
  await run(axe);
  await run(SETTLED); // a colour on its way to another is neither
  const violations = await run(
    `axe.run(document, { runOnly: ${JSON.stringify(KNOWN)}, resultTypes: ["violations"] })
       .then(({ violations }) => violations.map(({ id, nodes }) =>
         id + ": " + nodes.map((node) => node.html.slice(0, 160) + " (" + node.any.map((one) => one.message).join("; ") + ")").join(" | ")))`,
  );
  // Not detached, or Chromium would forget that the page is offline; it ends with the page.
  return violations;
}

export async function logIn(page, { email, password }, next = "/") {
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  await page.getByLabel(/이메일|E-mail/).fill(email);
  await page.getByLabel(/^(비밀번호|Password)$/).fill(password);
  await page
    .locator("form")
    .getByRole("button", { name: /^(로그인|Log in)$/ })
    .click();
  await page.waitForURL((at) => !at.pathname.startsWith("/login"));
}
