// Bought tickets and bookings.
import { buy, giveBack, hold, newFan, signedIn } from "../fans.mjs";
import { logIn } from "../pages.mjs";

export function tickets({ open }) {
  const qr = (page) => page.getByRole("img", { name: /QR/ }).waitFor();
  const atTicket = async (page, seats = 2) => {
    const fan = await newFan();
    const id = await buy(fan, open.date.id, seats);
    await logIn(page, fan, `/tickets/${id}`);
    await qr(page);
    return { fan, id };
  };
  const cancelled = async () => {
    const fan = await newFan();
    const id = await buy(fan, open.date.id, 1);
    await giveBack(await signedIn(fan), id);
    return { fan, id };
  };
  return [
    { name: "tickets-out", reach: (page) => page.goto("/tickets") },
    {
      name: "tickets-none",
      reach: async (page) => {
        await logIn(page, await newFan(), "/tickets");
        await page.getByText("아직 티켓이 없어요.").waitFor();
      },
    },
    {
      name: "tickets",
      reach: async (page) => {
        const fan = await newFan();
        await buy(fan, open.date.id);
        await hold(fan, open.date.id, 1);
        await logIn(page, fan, "/tickets");
        await page.getByText(/안에 결제하세요/).waitFor();
      },
    },
    {
      name: "tickets-cancel",
      reach: async (page) => {
        const fan = await newFan();
        await buy(fan, open.date.id);
        await logIn(page, fan, "/tickets");
        await page.getByRole("button", { name: "예매 취소" }).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "tickets-cancelled-en",
      locale: "en",
      reach: async (page) => {
        const { fan } = await cancelled();
        await logIn(page, fan, "/tickets");
        await page.getByRole("button", { name: /^Cancelled/ }).click();
        await page
          .getByText(/Refund/)
          .first()
          .waitFor();
      },
    },
    { name: "ticket", reach: (page) => atTicket(page) },
    { name: "ticket-one-en", locale: "en", reach: (page) => atTicket(page, 1) },
    {
      name: "ticket-offline",
      workers: true,
      reach: async (page, context) => {
        await atTicket(page);
        await context.setOffline(true);
        await page.getByText("인터넷이 없어도").waitFor();
      },
    },
    {
      name: "ticket-print",
      reach: async (page) => {
        await atTicket(page);
        await page.emulateMedia({ media: "print" });
      },
    },
    {
      name: "receipt",
      reach: async (page) => {
        const { id } = await atTicket(page);
        await page.goto(`/tickets/${id}/receipt`);
        await page.getByText("결제 금액").waitFor();
      },
    },
    {
      name: "receipt-refunded-en",
      locale: "en",
      reach: async (page) => {
        const { fan, id } = await cancelled();
        await logIn(page, fan, `/tickets/${id}/receipt`);
        await page.getByText("Amount paid").waitFor();
      },
    },
    {
      name: "receipt-print",
      reach: async (page) => {
        const { id } = await atTicket(page);
        await page.goto(`/tickets/${id}/receipt`);
        await page.getByText("결제 금액").waitFor();
        await page.emulateMedia({ media: "print" });
      },
    },
    {
      name: "ticket-cancelled",
      reach: async (page) => {
        const { fan, id } = await cancelled();
        await logIn(page, fan, `/tickets/${id}`);
        await page.getByText("취소된 예매예요.").waitFor();
      },
    },
    {
      name: "tickets-offline",
      workers: true,
      reach: async (page, context) => {
        await atTicket(page);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await context.setOffline(true);
        await page.goto("/tickets");
        await page.getByRole("link", { name: "티켓 2장 보기" }).waitFor();
      },
    },
  ];
}
