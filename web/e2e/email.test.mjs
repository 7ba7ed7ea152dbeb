// The life of an account: the mailed code, another address, and the end.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { api, newFan } from "./fans.mjs";
import { browser, faults } from "./pages.mjs";

const fan = browser();

/** From the mailbox page, as a newcomer reads it. */
async function mail(page, address, subject) {
  const other = await page.context().newPage();
  await other.goto("/mailbox");
  const found = other
    .getByRole("article")
    .filter({ hasText: address })
    .filter({ hasText: subject })
    .first();
  await found.waitFor();
  assert.deepEqual(await faults(other), []);
  const words = await found.innerText();
  await other.close();
  return words;
}

/** Through the pages, up to the fan's own. */
async function signUp(page) {
  const id = randomUUID();
  const someone = { email: `${id.slice(0, 13)}@fans.example`, password: "a password of a fan" };
  await page.goto("/signup?next=/me");
  await page.getByLabel("필수 항목 모두 동의").check();
  await page.getByRole("button", { name: "다음" }).click();
  await page.getByRole("button", { name: "본인 확인하기" }).click();
  const letters = [...id.slice(0, 8)].map(
    (c) => "가나다라마바사아자차카타파하거너"[parseInt(c, 16)],
  );
  await page.locator("#name").fill("새" + letters.join(""));
  await page.locator("#birthDate").fill("1991-02-03");
  await page.locator("#phoneNumber").fill("01012345678");
  await page.locator("button.main").click();
  await page.getByLabel("이메일").fill(someone.email);
  await page.getByLabel("새 비밀번호").fill(someone.password);
  await page.getByRole("button", { name: "가입하기" }).click();
  await page.waitForURL(/\/me$/);
  return someone;
}

const codeOf = (words) => words.match(/\b\d{6}\b/)[0];

test("an e-mail is confirmed and changed by mailed codes, and the account deleted", async () => {
  const page = await fan.page();
  const someone = await signUp(page);
  await page.getByText("이메일을 아직 확인하지 않았어요.").waitFor();
  await page.getByText("가입을 환영해요.").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("link", { name: "이메일 확인하기" }).click();

  await page.getByRole("heading", { name: "이메일을 확인해 주세요" }).waitFor();
  await page.getByRole("button", { name: "확인", exact: true }).click();
  await page.getByText("숫자 여섯 자리를 적어 주세요.").waitFor();
  assert.deepEqual(await faults(page), []);
  const code = codeOf(await mail(page, someone.email, "인증 번호"));
  await page.getByLabel("인증 번호").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "확인", exact: true }).click();
  await page.getByText("번호가 달라요").waitFor();
  await page.getByLabel("인증 번호").fill(code);
  await page.getByRole("button", { name: "확인", exact: true }).click();
  await page.getByText("이메일을 확인했어요.").waitFor();

  const next = `next-${someone.email}`;
  await page.getByLabel("새 이메일").fill(next);
  await page.getByLabel("지금 비밀번호").fill("not the password");
  await page.getByRole("button", { name: "번호 받기" }).click();
  await page.getByText("지금 비밀번호가 달라요.").waitFor();
  await page.getByLabel("지금 비밀번호").fill(someone.password);
  await page.getByRole("button", { name: "번호 받기" }).click();
  await page.getByText(`${next} 주소로 보낸`).waitFor();
  assert.deepEqual(await faults(page), []);
  assert.match(await mail(page, someone.email, "이메일 변경이 요청"), /email-change\/refuse#/);
  await page.getByLabel("인증 번호").fill(codeOf(await mail(page, next, "이메일 변경 인증")));
  await page.getByRole("button", { name: "확인", exact: true }).click();
  await page.getByText("이메일을 바꿨어요").waitFor();
  await page.getByText(next, { exact: true }).waitFor();

  await page.goto("/me/delete");
  await page.getByRole("button", { name: "탈퇴하기" }).click();
  await page.getByText("내용을 읽고 표시해 주세요.").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByLabel("지금 비밀번호").fill(someone.password);
  await page.getByLabel("위 내용을 읽었고 탈퇴할게요.").check();
  await page.getByRole("button", { name: "탈퇴하기" }).click();
  await page.getByRole("heading", { name: "탈퇴했어요" }).waitFor();
  assert.deepEqual(await faults(page), []);

  await page.goto("/login?next=/me");
  await page.getByLabel("이메일").fill(next);
  await page.getByLabel("비밀번호", { exact: true }).fill(someone.password);
  await page.getByRole("main").getByRole("button", { name: "로그인" }).click();
  await page.getByText("탈퇴한 계정이에요.").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "탈퇴 취소하고 로그인" }).click();
  await page.waitForURL((url) => url.pathname === "/me");
  await page.getByText(next).waitFor();
});

test("the old address refuses a change that its owner did not ask for", async () => {
  const someone = await newFan();
  const { accessToken } = await api("/api/auth/login", {
    method: "POST",
    body: JSON.stringify({ email: someone.email, password: someone.password }),
  });
  await api("/api/users/me/email", {
    method: "POST",
    headers: { Authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ email: `thief-${someone.email}`, password: someone.password }),
  });
  const page = await fan.page({ locale: "en", size: "desktop" });
  const words = await mail(page, someone.email, "email-change/refuse");
  await page.goto(words.match(/\/email-change\/refuse#[\w-]+/)[0]);
  await page.getByRole("heading", { name: "Refuse the change of e-mail" }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Refuse the change" }).click();
  await page.getByRole("heading", { name: "The change is refused" }).waitFor();
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
});
