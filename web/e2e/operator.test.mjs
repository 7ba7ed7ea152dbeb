// What operators run the platform with: nodes, messages, integrity, accounts, audit, jobs, settings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { demoPassword, newFan, signedIn } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";

const desk = browser();
const admin = { email: "admin@onsale.example", password: demoPassword };

test("checks are run, and a repair wants its name typed", async () => {
  const page = await desk.page({ size: "desktop" });
  await logIn(page, admin, "/desk/integrity");
  await page.getByText("audit_chain").first().waitFor();
  await page.getByRole("button", { name: "모두 검사" }).click();
  await page.getByText(/모두 검사했어요\. 경보 \d+건\./).waitFor({ timeout: 60_000 });
  assert.deepEqual(await faults(page), []);

  await page.getByRole("searchbox").fill("stale_outbox");
  await page.getByRole("button", { name: "찾기" }).click();
  await page.getByRole("button", { name: "고치기" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText(/지난번에 \d+건을 찾았어요/).waitFor();
  assert.deepEqual(await faults(page), []);
  await sheet.getByLabel(/stale_outbox/).fill("stale_outbox");
  await sheet.getByRole("button", { name: "고치기" }).click();
  await page.getByText(/stale_outbox: \d+건을 찾아 \d+건을 고쳤어요/).waitFor();
  assert.deepEqual(page.problems, []);
});

test("a dead letter is redriven, and what it did is said", async () => {
  const page = await desk.page({ locale: "en" });
  const id = "0199b8f0-0000-7000-8000-000000000001";
  // Only a failure leads to one: the list is as the platform would tell it, the redrive is real.
  await page.route("**/api/admin/dead-letters?*", (route) =>
    route.fulfill({
      json: {
        deadLetters: [
          {
            id,
            service: "reservation_svc_user",
            kind: "UNHANDLED",
            consumer: "reservation",
            topic: "payment.events",
            type: "OrderPaid",
            error: "IllegalStateException: no such order",
            deadAt: new Date().toISOString(),
            redriveAsked: false,
          },
        ],
      },
    }),
  );
  await logIn(page, admin, "/desk/messages");
  await page.getByText("OrderPaid").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Redrive the 1 shown" }).click();
  const sheet = page.getByRole("dialog");
  const asked = page.waitForRequest(
    (request) => request.url().endsWith("/redrive") && request.method() === "POST",
  );
  await sheet.getByLabel("Type redrive to go on").fill("redrive");
  await sheet.getByRole("button", { name: "Redrive" }).click();
  assert.deepEqual((await asked).postDataJSON(), { ids: [id] });
  await page.getByText(/0 messages are redriven/).waitFor(); // it was none of the platform's own
  assert.deepEqual(await faults(page), []);
});

test("who is locked is signed out, and comes back when unlocked", async () => {
  const fan = await newFan();
  const call = await signedIn(fan);
  const page = await desk.page();
  await logIn(page, admin, "/desk/accounts");
  await page.getByRole("searchbox").fill(fan.email);
  await page.getByRole("button", { name: "찾기" }).click();
  await page.getByRole("button", { name: "계정 잠그기" }).click();
  await confirm(page, "계정 잠그기", "로봇으로 보여요");
  await page.getByText("계정을 잠갔어요. 로그인 1개를 끝냈어요.").waitFor();
  await page.getByText("잠김", { exact: true }).waitFor();
  assert.deepEqual(await faults(page), []);
  await assert.rejects(() => call("/api/users/me"), / 401 /);
  await assert.rejects(() => signedIn(fan), / 403 .*user\.locked/);

  await page.getByRole("button", { name: "잠금 풀기" }).click();
  await confirm(page, "잠금 풀기", "본인이 확인했어요");
  await page.getByText("잠금을 풀었어요.").waitFor();
  await signedIn(fan);
  assert.deepEqual(page.problems, []);
});

async function confirm(page, action, reason) {
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("이유").fill(reason);
  const label = await sheet.getByText(/계속하려면 \S+ 을/).textContent();
  await sheet.getByLabel(/계속하려면/).fill(/계속하려면 (\S+)/.exec(label)[1]);
  assert.deepEqual(await faults(page), []);
  await sheet.getByRole("button", { name: action }).click();
  await sheet.waitFor({ state: "hidden" });
}

test("the record of what staff did is verified", async () => {
  const page = await desk.page({ size: "desktop", locale: "en" });
  await logIn(page, admin, "/desk/audit");
  await page.getByRole("button", { name: "Verify the chain" }).click();
  await page.getByText(/All [\d,]+ rows? fit together/).waitFor({ timeout: 30_000 });
  assert.deepEqual(await faults(page), []);
});

for (const [path, ko, en] of [
  ["nodes", "postgres", "Servers it needs"],
  ["jobs", "purge-messages", "Next run"],
  ["settings", "onsale.port", "Comes from"],
  ["cancelled", "취소", "Cancelled"],
]) {
  test(`the page of ${path} in both languages and sizes`, async () => {
    for (const options of [{ size: "desktop", locale: "en" }, { size: "phone" }]) {
      const page = await desk.page(options);
      await logIn(page, admin, `/desk/${path}`);
      await page
        .getByText(options.locale === "en" ? en : ko)
        .first()
        .waitFor();
      assert.deepEqual(await faults(page), []);
      assert.deepEqual(page.problems, []);
    }
  });
}
