// Doors and the operators' search.
import { randomUUID } from "node:crypto";
import { buy, giveBack, demoPassword, newFan, signedIn } from "../fans.mjs";
import { logIn } from "../pages.mjs";

const operator = { email: "admin@onsale.example", password: demoPassword };

export function desk({ open }) {
  const sold = async () => {
    const fan = await newFan();
    const id = await buy(fan, open.date.id, 1);
    const call = await signedIn(fan);
    const [ticket] = await call(`/api/reservations/${id}/tickets`);
    return { fan, id, ticket, call };
  };
  const atDoor = async (page, door = "B") => {
    await logIn(page, operator, "/desk/check-in");
    await page.getByLabel(/^(공연|Show)$/).selectOption(open.show.id);
    await page.getByLabel(/^(회차|Date)$/).selectOption(open.date.id);
    await page.getByLabel(/^(입구 이름|Name of this door)$/).fill(door);
    await page
      .getByRole("button", { name: /^(명단 받고 시작하기|Load the list and start)$/ })
      .click();
    await page.getByLabel(/^(티켓 코드|Ticket code)$/).waitFor();
  };
  const scan = async (page, code) => {
    await page.getByLabel(/^(티켓 코드|Ticket code)$/).fill(code);
    await page.getByRole("button", { name: /^(확인|Check)$/ }).click();
  };
  const found = async (page, typed) => {
    await logIn(page, operator, `/desk/search?q=${encodeURIComponent(typed)}`);
    await page.getByRole("article").first().waitFor();
  };
  return [
    { name: "desk-out", reach: (page) => page.goto("/desk/check-in") },
    {
      name: "desk-setup",
      reach: async (page) => {
        await logIn(page, operator, "/desk/check-in");
        await page.getByLabel("공연").selectOption(open.show.id);
      },
    },
    {
      name: "desk-entered",
      reach: async (page) => {
        const { ticket } = await sold();
        await atDoor(page);
        await scan(page, ticket.code);
        await page.getByText("입장하세요", { exact: true }).waitFor();
      },
    },
    {
      name: "desk-used-en",
      locale: "en",
      reach: async (page) => {
        const { ticket } = await sold();
        await atDoor(page);
        await scan(page, ticket.code);
        await page.getByText("Come in", { exact: true }).waitFor();
        await scan(page, ticket.code);
        await page.getByText(/was used at/).waitFor();
      },
    },
    {
      name: "desk-offline",
      workers: true,
      reach: async (page, context) => {
        const { ticket } = await sold();
        await atDoor(page, "C");
        await context.setOffline(true);
        await scan(page, ticket.code);
        await page.getByText("보낼 기록 1건").waitFor();
      },
    },
    {
      name: "desk-rules",
      reach: async (page) => {
        await atDoor(page);
        await page.getByText("입장 규칙").click();
        await page.getByRole("button", { name: "구역 더하기" }).click();
        await page.getByText("입장 규칙").scrollIntoViewIfNeeded();
        await page.getByRole("button", { name: "규칙 저장" }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "desk-search-account",
      reach: async (page) => found(page, (await sold()).fan.email),
    },
    {
      name: "desk-search-booking-en",
      locale: "en",
      reach: async (page) => {
        const { call, id } = await sold();
        await giveBack(call, id);
        await found(page, (await call(`/api/reservations/${id}`)).reservationNumber);
      },
    },
    {
      name: "desk-refund",
      reach: async (page) => {
        const { id, call } = await sold();
        await found(page, (await call(`/api/reservations/${id}`)).reservationNumber);
        await page.getByRole("button", { name: "환불하기" }).click();
        await page.getByRole("dialog").getByLabel("사유").fill("좌석이 부서졌어요");
      },
    },
    {
      name: "desk-refunds",
      reach: async (page) => {
        const fan = await newFan();
        const id = await buy(fan, open.date.id, 4);
        const { seats } = await (await signedIn(fan))(`/api/reservations/${id}`);
        await (
          await signedIn(operator)
        )(`/api/admin/reservations/${id}/refunds`, "POST", {
          id: randomUUID(),
          seatIds: seats.map((one) => one.seatId),
          feePercent: 0,
          reason: "공연이 30분 만에 중단됐어요",
        });
        await logIn(page, operator, "/desk/refunds");
        await page.getByRole("article").first().waitFor();
      },
    },
    {
      name: "desk-search-payment",
      reach: async (page) => found(page, (await sold()).id),
    },
  ];
}
