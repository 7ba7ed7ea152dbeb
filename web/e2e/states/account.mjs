// Signing up and in, and who one is.
import { buy, newFan } from "../fans.mjs";
import { logIn } from "../pages.mjs";

export function account({ open }) {
  const agree = async (page) => {
    await page.goto("/signup");
    await page.getByLabel("필수 항목 모두 동의").check();
    await page.getByRole("button", { name: "다음" }).click();
    await page.getByRole("button", { name: "본인 확인하기" }).waitFor();
  };
  const toProvider = async (page) => {
    await agree(page);
    await page.getByRole("button", { name: "본인 확인하기" }).click();
    await page.locator("#birthDate").waitFor();
  };
  return [
    { name: "login", reach: (page) => page.goto("/login") },
    {
      name: "login-wrong",
      reach: async (page) => {
        await page.goto("/login");
        await page.getByLabel("이메일").fill("fan@onsale.example");
        await page.getByLabel("비밀번호").fill("not the password");
        await page.getByRole("main").getByRole("button", { name: "로그인" }).click();
        await page.getByRole("alert").waitFor();
      },
    },
    { name: "signup-terms", reach: (page) => page.goto("/signup") },
    { name: "signup-identity", reach: agree },
    { name: "signup-provider", reach: toProvider },
    {
      name: "signup-refused",
      reach: async (page) => {
        await toProvider(page);
        await page.getByRole("button", { name: /취소|Cancel/ }).click();
        await page.getByRole("alert").waitFor();
      },
    },
    {
      name: "signup-details",
      reach: async (page) => {
        await toProvider(page);
        await page.locator("#name").fill("홍길동");
        await page.locator("#birthDate").fill("1991-02-03");
        await page.locator("#phoneNumber").fill("01012345678");
        await page.locator("button.main").click();
        await page.getByRole("button", { name: "가입하기" }).click();
        await page.getByText("이메일 주소를 적어 주세요").waitFor();
      },
    },
    {
      name: "me-email",
      reach: async (page) => {
        await logIn(page, await newFan(), "/me/email");
        await page.getByRole("button", { name: "번호 다시 받기" }).waitFor();
      },
    },
    {
      name: "me-delete",
      reach: async (page) => {
        await logIn(page, await newFan(), "/me/delete");
        await page.getByRole("button", { name: "탈퇴하기" }).waitFor();
      },
    },
    { name: "email-refuse", reach: (page) => page.goto(`/email-change/refuse#${"x".repeat(32)}`) },
    {
      name: "mailbox",
      reach: async (page) => {
        await newFan();
        await page.goto("/mailbox");
        await page.getByRole("article").first().waitFor();
      },
    },
    {
      name: "me",
      reach: async (page) => {
        const fan = await newFan();
        await buy(fan, open.date.id);
        await logIn(page, fan, "/me");
        await page.locator(".badge").first().waitFor();
      },
    },
    {
      name: "me-new-en",
      locale: "en",
      reach: async (page) => {
        await logIn(page, await newFan(), "/me");
        await page.getByText("No payments yet.").waitFor();
      },
    },
    {
      name: "me-logins",
      reach: async (page) => {
        await logIn(page, await newFan(), "/me/logins");
        await page.getByRole("heading", { name: "로그인 기록" }).waitFor();
      },
    },
    {
      name: "me-password",
      reach: async (page) => {
        await logIn(page, await newFan(), "/me/password");
        await page.getByLabel("지금 비밀번호").waitFor();
      },
    },
    { name: "password-reset", reach: (page) => page.goto("/password-reset") },
    {
      name: "terms",
      reach: async (page) => {
        await page.goto("/terms");
        await page.getByText("내용 보기").first().click();
      },
    },
    { name: "me-out", reach: (page) => page.goto("/me") },
  ];
}
