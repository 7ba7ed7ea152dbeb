// Doors: tickets are checked by camera and by hand, with a connection and without.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { encode } from "uqr";
import { launch } from "./browser.mjs";
import { buy, dateOnSale, demoPassword, newFan, signedIn, url } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";

const door = browser();
const operator = { email: "admin@onsale.example", password: demoPassword };

/** A sold ticket of a show, and where it is scanned. */
async function soldTicket() {
  const fan = await newFan();
  const { show, date } = await dateOnSale({ queued: false });
  const reservationId = await buy(fan, date.id, 1);
  const call = await signedIn(fan);
  const [ticket] = await call(`/api/reservations/${reservationId}/tickets`);
  return { show, date, ticket, reservationId, call };
}

/** A scanner that has loaded its list. */
async function openDoor(page, { show, date }, name, words = ko) {
  await logIn(page, operator, "/desk/check-in");
  await page.getByLabel(words.show).selectOption(show.id);
  await page.getByLabel(words.date).selectOption(date.id);
  await page.getByLabel(words.door).fill(name);
  await page.getByRole("button", { name: words.start }).click();
  await page.getByLabel(words.code).waitFor();
}

const ko = {
  show: "공연",
  date: "회차",
  door: "입구 이름",
  start: "명단 받고 시작하기",
  code: "티켓 코드",
};
const en = {
  show: "Show",
  date: "Date",
  door: "Name of this door",
  start: "Load the list and start",
  code: "Ticket code",
};

async function scan(page, code, label = ko.code, button = "확인") {
  await page.getByLabel(label).fill(code);
  await page.getByRole("button", { name: button, exact: true }).click();
}

async function workerReady(page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test("a ticket enters once, and the second door hears when and where", async () => {
  const sold = await soldTicket();
  const first = await door.page({ size: "desktop", locale: "en" });
  const second = await door.page();
  await openDoor(first, sold, "B", en);
  await openDoor(second, sold, "C");
  assert.deepEqual(await faults(first), []);

  await scan(first, sold.ticket.code, en.code, "Check");
  await first.getByText("Come in", { exact: true }).waitFor();
  await scan(second, sold.ticket.code);
  await second.getByText(/이미 쓴 티켓이에요\. \d\d:\d\d에 B 입구에서 들어갔어요\./).waitFor();
  await scan(second, "qt_nothing");
  await second.getByText("이 공연의 티켓이 아니에요").waitFor();
  assert.deepEqual(await faults(second), []);
  assert.deepEqual(second.problems, []);
});

test("two doors without a network let the same ticket in, and the sync says so", async () => {
  const sold = await soldTicket();
  const doors = [await door.page(), await door.page()];
  for (const [i, page] of doors.entries()) {
    await openDoor(page, sold, `off-${i}`);
    await workerReady(page);
    await page.context().setOffline(true);
  }
  for (const page of doors) {
    await page.reload(); // a scanner that was restarted still knows its list
    await page.getByText(/명단 [1-9]/).waitFor();
    await scan(page, sold.ticket.code);
    await page.getByText("입장하세요", { exact: true }).waitFor();
    await scan(page, sold.ticket.code);
    await page.getByText(/이미 쓴 티켓이에요/).waitFor();
    await page.getByText("보낼 기록 1건").waitFor();
  }
  assert.deepEqual(await faults(doors[0]), []);

  for (const page of doors) {
    await page.context().setOffline(false); // sends by itself
    await page.getByText("보낼 기록 1건").waitFor({ state: "hidden" });
  }
  await doors[1]
    .getByText(new RegExp(`${sold.ticket.number}.*off-1 입구.*먼저 off-0 입구`))
    .waitFor();
  assert.deepEqual(await faults(doors[1]), []);
});

test("a section has its door, and who has left may come back where the rules say so", async () => {
  const sold = await soldTicket();
  const call = await signedIn(operator);
  const rules = `/api/admin/check-in/rules/${sold.show.id}`;
  const page = await door.page({ size: "desktop" });
  try {
    await openDoor(page, sold, "A");
    await page.getByText("입장 규칙").click();
    await page.getByLabel("나갔다가 다시 들어올 수 있어요").check();
    await page.getByRole("button", { name: "구역 더하기" }).click();
    await page.getByLabel("층").fill("다른 층");
    await page.getByLabel("구역").fill("다른 구역");
    await page.getByLabel(ko.door).fill("Z");
    assert.deepEqual(await faults(page), []);
    await page.getByRole("button", { name: "규칙 저장" }).click();
    await page.getByText("저장했어요").waitFor();
    assert.deepEqual(await call(rules), {
      reEntry: true,
      doors: [{ floor: "다른 층", section: "다른 구역", door: "Z" }],
    });

    await scan(page, sold.ticket.code);
    await page.getByText("입장하세요", { exact: true }).waitFor();
    await scan(page, sold.ticket.code);
    await page.getByText("다시 입장하세요").waitFor();
  } finally {
    await call(rules, "PUT", { reEntry: false, doors: [] });
  }
});

test("an operator finds an account, its booking and the payment", async () => {
  const fan = await newFan();
  const { date } = await dateOnSale({ queued: false });
  const reservationId = await buy(fan, date.id, 1);
  const { reservationNumber } = await (await signedIn(fan))(`/api/reservations/${reservationId}`);
  const page = await door.page();
  await logIn(page, operator, "/desk/search");
  await page.getByRole("searchbox").fill(fan.email);
  await page.getByRole("button", { name: "찾기" }).click();
  await page.getByRole("heading", { name: "계정" }).waitFor();
  assert.equal(await page.getByText(fan.email).count(), 0, "masked");
  assert.deepEqual(await faults(page), []);

  await page.getByRole("button", { name: "이 계정의 예매 보기" }).click();
  await page.getByRole("heading", { name: reservationNumber }).waitFor();
  await page.getByText("확정", { exact: true }).waitFor();
  await page.getByRole("button", { name: "결제 시도 보기" }).click();
  await page.getByText("결제됨", { exact: true }).waitFor();
  assert.deepEqual(await faults(page), []);

  await page.getByRole("searchbox").fill("B-19990101-000001");
  await page.getByRole("button", { name: "찾기" }).click();
  await page.getByText(/찾은 것이 없어요/).waitFor();
  assert.deepEqual(page.problems, []);
});

test("an operator refunds a seat, and a large refund waits for another operator", async () => {
  const fan = await newFan();
  const { date } = await dateOnSale({ queued: false });
  const reservationId = await buy(fan, date.id, 4);
  const call = await signedIn(fan);
  const { reservationNumber, totalAmount } = await call(`/api/reservations/${reservationId}`);
  const page = await door.page();
  await logIn(page, operator, `/desk/search?q=${reservationNumber}`);
  await page.getByRole("button", { name: "티켓 메일로 다시 보내기" }).click();
  await page.getByText("티켓을 예매한 분의 이메일로 보냈어요.").waitFor();

  await page.getByRole("button", { name: "환불하기" }).click();
  const sheet = page.getByRole("dialog");
  for (const box of (await sheet.getByRole("checkbox").all()).slice(1)) {
    await box.uncheck();
  }
  await sheet.getByLabel("수수료 (%)").fill("100");
  await sheet.getByLabel("사유").fill("좌석이 부서졌어요");
  assert.deepEqual(await faults(page), []);
  await sheet.getByRole("button", { name: "1석 환불하기" }).click();
  await page.getByText("환불을 시작했어요 (0원).").waitFor();
  assert.equal((await call(`/api/reservations/${reservationId}`)).seats.length, 3);

  await signedIn(operator).then(async (asOperator) => {
    const seatIds = (await call(`/api/reservations/${reservationId}`)).seats.map(
      (one) => one.seatId,
    );
    const { state } = await asOperator(`/api/admin/reservations/${reservationId}/refunds`, "POST", {
      id: randomUUID(),
      seatIds,
      feePercent: 0,
      reason: "공연이 중단됐어요",
    });
    assert.equal(state, "WAITING", `${totalAmount} won of four seats are above the limit`);
  });
  await page.getByRole("link", { name: "환불 목록으로" }).click();
  const request = page.getByRole("article").filter({ hasText: reservationNumber });
  await request.getByText("승인 대기").waitFor();
  await request.getByText(/다른 운영자만 승인할 수 있어요/).waitFor();
  assert.equal(await request.getByRole("button", { name: "승인하고 환불" }).count(), 0);
  assert.deepEqual(await faults(page), []);
  await request.getByRole("button", { name: "요청 거두기" }).click();
  await page.getByText("환불하지 않기로 했어요.").waitFor();
  await request.waitFor({ state: "hidden" });
  assert.equal((await call(`/api/reservations/${reservationId}`)).seats.length, 3);
  assert.deepEqual(page.problems, []);
});

test("the camera reads a ticket", async () => {
  const sold = await soldTicket();
  const directory = mkdtempSync(join(tmpdir(), "onsale-film-"));
  const film = join(directory, "ticket.y4m");
  writeFileSync(film, filmOf(sold.ticket.code));
  const chromium = await launch([
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  try {
    const context = await chromium.newContext({
      baseURL: url,
      locale: "ko-KR",
      permissions: ["camera"],
    });
    const page = await context.newPage();
    await openDoor(page, sold, "K");
    await page.getByRole("button", { name: "카메라로 읽기" }).click();
    await page.getByText("입장하세요", { exact: true }).waitFor();
    await page.getByText(sold.ticket.number).waitFor();
  } finally {
    await chromium.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

/** A film of a QR code on grey paper, as a camera would send it. */
function filmOf(code) {
  const [width, height, module] = [640, 480, 6];
  const { data, size } = encode(code, { ecc: "M", border: 4 });
  const luma = Buffer.alloc(width * height, 150);
  const left = (width - size * module) >> 1;
  const top = (height - size * module) >> 1;
  for (let y = 0; y < size * module; y++) {
    for (let x = 0; x < size * module; x++) {
      const isDark = data[Math.floor(y / module)][Math.floor(x / module)];
      luma[(top + y) * width + left + x] = isDark ? 30 : 225;
    }
  }
  const frame = Buffer.concat([
    Buffer.from("FRAME\n"),
    luma,
    Buffer.alloc((width * height) / 2, 128),
  ]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`);
  return Buffer.concat([header, frame, frame]);
}
