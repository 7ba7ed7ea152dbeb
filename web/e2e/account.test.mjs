// Signing up through the provider's page, in and out.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { newFan } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";

const fan = browser();

test("sign-up: terms, identity at the provider's page, details, and signed in", async () => {
  const page = await fan.page();
  const name =
    "새팬" +
    randomUUID()
      .slice(0, 4)
      .replace(/./g, (c) => "가나다라마바사아자차카타파하거너더러머버"[c.charCodeAt(0) % 20]);
  await page.goto("/signup?next=/me");
  await page.getByRole("button", { name: "다음" }).click();
  await page.getByText("필수 항목에 동의해야").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByText("내용 보기").first().click();
  await page.getByText("제1조 (목적)").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByLabel("필수 항목 모두 동의").check();
  assert.equal(await page.getByLabel("소식과 혜택 받기 (선택)").isChecked(), false);
  await page.getByRole("button", { name: "다음" }).click();

  await page.getByRole("heading", { name: "본인 확인을 해 주세요" }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "본인 확인하기" }).click();
  await page.getByRole("button", { name: /취소|Cancel/ }).click();
  await page.getByText("본인 확인을 마치지 못했어요").waitFor();
  await page.getByRole("button", { name: "본인 확인하기" }).click();
  await page.locator("#name").fill(name);
  await page.locator("#birthDate").fill("1991-02-03");
  await page.locator("#phoneNumber").fill("01012345678");
  await page.locator("button.main").click();

  await page.getByRole("heading", { name: "마지막으로 알려 주세요" }).waitFor();
  await page.getByRole("button", { name: "가입하기" }).click();
  await page.getByText("이메일 주소를 적어 주세요").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.name), "email");
  assert.deepEqual(await faults(page), []);
  await page.getByLabel("이메일").fill(`${randomUUID().slice(0, 13)}@fans.example`);
  await page.getByLabel("새 비밀번호").fill("a password of a fan");
  await page.getByRole("button", { name: "가입하기" }).click();

  await page.waitForURL(/\/me$/);
  await page.getByText(name, { exact: true }).waitFor();
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
});

test("login never says which of the two was wrong, and goes where the fan wanted to", async () => {
  const someone = await newFan();
  const page = await fan.page({ locale: "en" });
  await page.goto("/tickets");
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Log in", level: 1 }).waitFor();
  assert.deepEqual(await faults(page), []);
  for (const [email, password] of [
    [someone.email, "not the password"],
    ["nobody@fans.example", someone.password],
  ]) {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
    await page.getByText("E-mail or password is not right.").waitFor();
  }
  await page.getByLabel("E-mail").fill(someone.email);
  await page.getByLabel("Password", { exact: true }).fill(someone.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/tickets$/);
  await page.getByText("No tickets yet.").waitFor();
});

test("after wrong passwords a bot check is solved without the fan noticing", async () => {
  const someone = await newFan();
  const page = await fan.page({ locale: "en" });
  const solved = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/challenge")) {
      solved.push(request.url());
    }
  });
  await page.goto("/login?next=/me");
  for (let i = 0; i < 3; i++) {
    await page.getByLabel("E-mail").fill(someone.email);
    await page.getByLabel("Password", { exact: true }).fill(`wrong ${i}`);
    const answered = page.waitForResponse((response) => response.url().endsWith("/browser/login"));
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
    assert.equal((await answered).status(), 401);
    await page.getByText("E-mail or password is not right.").waitFor();
  }
  assert.equal(solved.length, 0);
  await page.getByLabel("Password", { exact: true }).fill(someone.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await page.waitForURL((url) => url.pathname === "/me");
  assert.equal(solved.length, 1);
});

test("a forgotten password is set again after an identity check, and the logins are shown", async () => {
  const someone = await newFan();
  const page = await fan.page();
  await page.goto("/login");
  await page.getByRole("link", { name: "비밀번호를 잊었나요?" }).click();
  await page.getByRole("button", { name: "본인 확인하기" }).click();
  await page.locator("#name").fill(someone.name);
  await page.locator("#birthDate").fill("1990-01-01");
  await page.locator("#phoneNumber").fill("01012345678");
  await page.locator("button.main").click();
  await page.getByLabel("이메일").fill(someone.email);
  await page.getByLabel("새 비밀번호").fill("a new password of a fan");
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "새 비밀번호로 바꾸기" }).click();
  await page.getByText("비밀번호를 바꿨어요").first().waitFor();

  await logIn(page, { ...someone, password: "a new password of a fan" }, "/me");
  await page.getByRole("link", { name: "로그인 기록" }).click();
  await page.getByText("Chrome").first().waitFor();
  assert.deepEqual(await faults(page), []);
  await page.goto("/me/password");
  await page.getByLabel("지금 비밀번호").fill("not the password");
  await page.getByLabel("새 비밀번호").fill("yet another password");
  await page.getByRole("button", { name: "비밀번호 바꾸기" }).click();
  await page.getByText("지금 비밀번호가 달라요").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByLabel("지금 비밀번호").fill("a new password of a fan");
  await page.getByRole("button", { name: "비밀번호 바꾸기" }).click();
  await page.getByText("다른 기기에서는 모두 로그아웃했어요").waitFor();
  await page.goto("/me");
  await page.getByRole("button", { name: "모든 기기에서 로그아웃" }).click();
  await page.getByText("로그인해 주세요").waitFor();
});

test("a reload and a second tab stay signed in; no token is where scripts could read it", async () => {
  const someone = await newFan();
  const page = await fan.page();
  await logIn(page, someone, "/me");
  await page.getByText(someone.email).waitFor();
  await page.reload();
  await page.getByText(someone.email).waitFor();
  const second = await page.context().newPage();
  await second.goto("/me");
  await second.getByText(someone.email).waitFor();

  const kept = await page.evaluate(
    () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie,
  );
  assert.doesNotMatch(kept, /eyJ|refresh/i);

  await page.getByRole("button", { name: "로그아웃", exact: true }).click();
  await page.getByText("로그인해 주세요").waitFor();
  await second.getByText("로그인해 주세요").waitFor();
  await page.reload();
  await page.getByText("로그인해 주세요").waitFor();
});
