// Paying, and everything that may become of it.
import { hold, newFan, signedIn, url } from "../fans.mjs";
import { logIn } from "../pages.mjs";

export function checkout({ open }) {
  const atCheckout = async (page, locale = "ko") => {
    const fan = await newFan();
    const { reservationId } = await hold(fan, open.date.id);
    await logIn(page, fan, `/checkout/${reservationId}`);
    await page.getByRole("timer").waitFor();
    return { fan, reservationId, locale };
  };
  const atProvider = async (page) => {
    const held = await atCheckout(page);
    await pay(page);
    return held;
  };
  /** The reservation as the platform would tell it later. */
  const later = async (page, change) => {
    const { reservationId } = await atCheckout(page);
    await page.route(`**/api/reservations/${reservationId}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...change } });
    });
    await page.reload();
  };
  return [
    { name: "checkout", reach: atCheckout },
    { name: "checkout-en", locale: "en", reach: atCheckout },
    {
      name: "checkout-end",
      reach: async (page) => {
        await atCheckout(page);
        await page.getByRole("button", { name: /결제하기$/ }).click();
        await page.getByText("결제하려면 동의가 필요해요").waitFor();
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      },
    },
    {
      name: "checkout-hurry",
      reach: async (page) => {
        const at = new Date(Date.now() + 50_000).toISOString();
        await later(page, { holdExpiresAt: at });
        await page.getByText("곧 좌석이 풀려요").waitFor();
      },
    },
    {
      name: "checkout-give-back",
      reach: async (page) => {
        await atCheckout(page);
        await page.getByRole("button", { name: "좌석 놓아주기" }).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "checkout-released",
      reach: async (page) => {
        await atCheckout(page);
        await page.getByRole("button", { name: "좌석 놓아주기" }).click();
        await page.getByRole("button", { name: "놓아주기", exact: true }).click();
        await page.getByRole("heading", { name: "좌석을 놓아주었어요" }).waitFor();
      },
    },
    {
      name: "checkout-over",
      reach: async (page) => {
        await later(page, { status: "CANCELLED", cancelReason: "EXPIRED" });
        await page.getByRole("heading", { name: "좌석이 풀렸어요" }).waitFor();
      },
    },
    { name: "checkout-provider", reach: atProvider },
    {
      name: "checkout-declined",
      reach: async (page) => {
        await atProvider(page);
        await page.getByRole("button", { name: "카드사 거절로 처리" }).click();
        await page.getByText(/결제가 승인되지 않았어요/).waitFor();
        await page.getByText(/번 더 시도할 수 있어요/).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "checkout-no-more",
      reach: async (page) => {
        await atProvider(page);
        for (let i = 1; i < 3; i++) {
          await page.getByRole("button", { name: "카드사 거절로 처리" }).click();
          await page.waitForURL(/\/checkout\//);
          await pay(page);
        }
        await page.getByRole("button", { name: "카드사 거절로 처리" }).click();
        await page.waitForURL((at) => at.origin === new URL(url).origin);
        await page.getByText(/더 시도할 수 없어요|좌석이 풀렸어요/).waitFor();
      },
    },
    {
      name: "checkout-confirming",
      reach: async (page) => {
        await atProvider(page);
        await page.getByRole("button", { name: /^늦게 결제하기/ }).click();
        await page.getByRole("heading", { name: "결제를 확인하고 있어요" }).waitFor();
      },
    },
    {
      name: "checkout-done",
      reach: async (page) => {
        await atProvider(page);
        await page.getByRole("button", { name: "결제하기", exact: true }).click();
        await page.getByRole("heading", { name: "예매했어요" }).waitFor({ timeout: 30_000 });
      },
    },
    {
      name: "checkout-refunding",
      reach: async (page) => {
        await page.route("**/api/payments?*", async (route) => {
          const response = await route.fetch();
          const { items, ...rest } = await response.json();
          const paid = items.map((one) => ({ ...one, status: "SUCCESS", checking: false }));
          await route.fulfill({ response, json: { ...rest, items: paid } });
        });
        const { fan, reservationId } = await atProvider(page);
        await (
          await signedIn(fan)
        )(`/api/reservations/${reservationId}/abandon`, "POST");
        await page.goto(`${url}/checkout/${reservationId}`);
        await page.getByRole("heading", { name: /돌려드리고 있어요/ }).waitFor();
      },
    },
  ];
}

async function pay(page) {
  await page.getByLabel(/동의해요$/).check();
  await page.getByRole("button", { name: /결제하기$/ }).click();
  await page.getByRole("button", { name: "카드사 거절로 처리" }).waitFor();
}
