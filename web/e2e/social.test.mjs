// Logins by a provider, as far as our own pages go; the whole way over HTTP is SocialWayTest's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newFan } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";

const fan = browser();

const offer = (page, ...providers) =>
  page.route("**/api/auth/social", (route) => route.fulfill({ json: { providers } }));

test("a platform without providers has no buttons for them", async () => {
  const page = await fan.page();
  const asked = page.waitForResponse("**/api/auth/social");
  await page.goto("/login");
  assert.deepEqual((await (await asked).json()).providers, []);
  assert.equal(await page.getByText("다른 계정으로 로그인").count(), 0);
});

test("each provider that is configured has a button", async () => {
  for (const options of [{}, { locale: "en", size: "desktop" }]) {
    const page = await fan.page(options);
    await offer(page, "GOOGLE", "KAKAO", "NAVER");
    await page.goto("/login");
    const main = page.getByRole("main");
    await main.getByRole("button", { name: /Google/ }).waitFor();
    assert.equal(await main.getByRole("button", { name: /카카오|Kakao/ }).count(), 1);
    assert.equal(await main.getByRole("button", { name: /네이버|Naver/ }).count(), 1);
    assert.deepEqual(await faults(page), []);
    // this platform has none, and says so
    await main.getByRole("button", { name: /Google/ }).click();
    await page.getByRole("alert").waitFor();
    assert.deepEqual(await faults(page), []);
  }
});

test("a login that was cancelled or that this browser did not begin goes nowhere", async () => {
  const page = await fan.page();
  await page.goto("/login/social/google?error=access_denied&state=s");
  await page.getByText("로그인을 마치지 않았어요.").waitFor();
  assert.deepEqual(await faults(page), []);

  await page.goto("/login/social/google?code=stolen&state=foreign");
  await page.getByText("처음부터 다시 해 주세요").waitFor();
  assert.equal(new URL(page.url()).search, "", "the code stays nowhere");
  assert.deepEqual(await faults(page), []);
  await page.getByRole("link", { name: "로그인하러 가기" }).click();
  await page.waitForURL(/\/login\?next=%2F$/);
});

test("a new person goes on to the sign-up, which asks for no password", async () => {
  const page = await fan.page();
  await page.route("**/api/auth/browser/social/finish", (route) =>
    route.fulfill({ json: { linked: false, email: "new@fans.example" } }),
  );
  await page.goto("/login/social/kakao?code=c&state=s");
  await page.getByRole("heading", { name: "약관에 동의해 주세요" }).waitFor();
  await page.getByLabel("필수 항목 모두 동의").check();
  await page.getByRole("button", { name: "다음" }).click();
  await page.getByRole("button", { name: "본인 확인하기" }).click();
  await page.locator("#name").fill("소셜가입");
  await page.locator("#birthDate").fill("1991-02-03");
  await page.locator("#phoneNumber").fill("01012345678");
  await page.locator("button.main").click();
  await page.getByRole("heading", { name: "마지막으로 알려 주세요" }).waitFor();
  assert.equal(await page.getByLabel("이메일").inputValue(), "new@fans.example");
  assert.equal(await page.getByLabel("새 비밀번호").count(), 0);
  assert.deepEqual(await faults(page), []);
  // the platform has confirmed nothing, whatever the page believes
  await page.getByRole("button", { name: "가입하기" }).click();
  await page.getByText("처음부터 다시 해 주세요").waitFor();
  assert.deepEqual(await faults(page), []);
});

test("sessions and connected logins are shown, and one session is ended", async () => {
  const someone = await newFan();
  const elsewhere = await fan.page({ size: "desktop" });
  await logIn(elsewhere, someone, "/me");
  const page = await fan.page();
  await offer(page, "GOOGLE");
  await logIn(page, someone, "/me/social");
  await page.getByRole("button", { name: "Google 연결하기" }).waitFor();
  assert.deepEqual(await faults(page), []);

  await page.goto("/me/logins");
  await page.getByText("지금 이 기기").waitFor();
  assert.deepEqual(await faults(page), []);
  const others = page.getByRole("region", { name: "로그인되어 있는 기기" }).getByRole("button");
  const before = await others.count();
  assert.ok(before > 0);
  await others.first().click();
  await page.waitForFunction(
    (count) => document.querySelectorAll("section[aria-labelledby=sessions] button").length < count,
    before,
  );
});
