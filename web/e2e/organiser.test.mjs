// An organiser's whole way: a hall is drawn, a show is made and opened, a fan buys, the show is
// cancelled and the money goes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buy, newFan, signedIn } from "./fans.mjs";
import { admin, aName, aShow, organiser, png, seatsOnSale } from "./organisers.mjs";
import { browser, faults, logIn } from "./pages.mjs";

const desk = browser();

const day = (days) => new Date(Date.now() + days * 86_400_000 + 9 * 3_600_000).toISOString();

/** What the field shows is waited for: a controlled field takes a moment. */
const fill = (page, label, value) => page.getByLabel(label, { exact: true }).fill(value);

test("from a hall to a sale, and back to the fan's money", async () => {
  const page = await desk.page({ size: "desktop" });
  const venue = aName("새벽극장");
  const title = aName("달의 뒷면");

  await logIn(page, organiser, "/desk");
  await page.waitForURL("**/desk/*");
  await page.getByRole("link", { name: "공연장" }).click();
  await page.getByRole("button", { name: "공연장 만들기" }).first().click();
  await fill(page, "이름", venue);
  await fill(page, "도시", "서울");
  await fill(page, "주소", "서울 종로구 1");
  await page.getByRole("button", { name: "저장" }).click();
  await page.getByRole("heading", { name: venue }).waitFor();
  assert.deepEqual(await faults(page), []);

  await page.getByRole("link", { name: "홀 그리기" }).click();
  await fill(page, "홀 이름", "소극장");
  await page.getByRole("button", { name: "간단한 틀" }).click();
  await fill(page, "열 수", "4");
  await fill(page, "열마다 좌석", "10");
  await fill(page, "앞에서부터 등급", "VIP 2, R 2");
  await page.getByRole("button", { name: "만들기", exact: true }).click();
  await page.getByText("4열 · 40석").waitFor();
  await page.getByLabel("2 빈자리").fill("5");
  await page.getByLabel("2 빈자리").press("Enter");
  await page.getByText("4열 · 39석").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "저장", exact: true }).click();
  await page.waitForURL(/halls\/[0-9a-f-]{36}$/);

  await page.getByRole("link", { name: "공연", exact: true }).click();
  await page.getByRole("link", { name: "공연 만들기" }).first().click();
  await fill(page, "제목", title);
  await fill(page, "출연·단체", "극단 그믐");
  await page.getByLabel("홀", { exact: true }).selectOption({ label: `${venue} 소극장 (39석)` });
  await fill(page, "첫날", day(20).slice(0, 10));
  await fill(page, "마지막 날", day(40).slice(0, 10));
  await page.getByRole("button", { name: "홀의 등급 가져오기" }).click();
  await fill(page, "VIP 가격 (원)", "90000");
  await fill(page, "R 가격 (원)", "50000");
  await page
    .getByLabel("포스터 고르기")
    .setInputFiles({ name: "p.png", mimeType: "image/png", buffer: png(600, 800) });
  await page.getByText(/600×800, \d+kB로 올렸어요/).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "저장", exact: true }).click();
  await page.waitForURL(/\/desk\/events\/[0-9a-f-]{36}$/);
  const eventId = page.url().split("/").at(-1);

  await page.getByRole("button", { name: "회차 추가" }).click();
  await fill(page, "공연 시작", day(30).slice(0, 16));
  await fill(page, "판매 시작", day(-0.01).slice(0, 16));
  await fill(page, "판매 마감", day(29).slice(0, 16));
  assert.deepEqual(await faults(page), []);
  await page.getByRole("dialog").getByRole("button", { name: "저장" }).click();
  await page.getByText("남은 좌석 39 / 39").waitFor();

  await page.getByRole("link", { name: "팬 화면 미리 보기" }).first().click();
  await page.getByText("미리 보기예요").waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "공연 열기" }).click();
  await page.getByText("바로 팬에게 보여요.").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("dialog").getByRole("button", { name: "공연 열기" }).click();
  await page.getByText("열림").waitFor();

  const call = await signedIn(organiser);
  const { schedules } = await call(`/api/admin/events/${eventId}`);
  await seatsOnSale(schedules[0].id);
  const fan = await newFan();
  const reservationId = await buy(fan, schedules[0].id, 2);
  const asFan = await signedIn(fan);
  const { totalAmount } = await asFan(`/api/reservations/${reservationId}`);

  await page.goto(`/desk/events/${eventId}/settlement`);
  await page.getByText("장부와 일치").waitFor();
  await page.getByText("2석", { exact: true }).first().waitFor();
  assert.deepEqual(await faults(page), []);

  await page.goto(`/desk/events/${eventId}`);
  await page.getByRole("button", { name: /회차 취소$/ }).click();
  const won = totalAmount.toLocaleString("en-US");
  await page.getByText(`판 좌석 2석의 예매가 모두 취소되고, ${won}원이 수수료 없이`).waitFor();
  const doIt = page.getByRole("button", { name: "취소하고 환불하기" });
  assert.equal(await doIt.isDisabled(), true, "the name is not typed yet");
  await fill(page, "팬에게 알릴 이유", "배우가 다쳤어요");
  await page.getByLabel(/그대로 써 주세요/).fill(title);
  assert.deepEqual(await faults(page), []);
  await doIt.click();
  await page.getByText(/환불이 시작됐어요/).waitFor();

  const until = Date.now() + 60_000;
  for (;;) {
    const one = await asFan(`/api/reservations/${reservationId}`);
    if (one.status === "CANCELLED" && one.refund?.status === "REFUNDED") break;
    assert.ok(Date.now() < until, `not refunded: ${JSON.stringify(one)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await page.goto(`/desk/events/${eventId}/settlement`);
  await page.getByText("장부와 일치").waitFor();
  await page.getByRole("cell", { name: "취소됨" }).waitFor();
  assert.deepEqual(page.problems, []);
});

test("another organiser's event, a fan at the desk, and nobody at all", async () => {
  const foreign = await aShow({ account: admin, open: false });
  const page = await desk.page({ size: "desktop" });
  await logIn(page, organiser, `/desk/events/${foreign.event.id}`);
  await page.getByText("없는 페이지예요").waitFor();
  await page.goto(`/desk/events/${foreign.event.id}/settlement`);
  await page.getByText("없는 페이지예요").waitFor();
  await page.goto(`/desk/venues/${foreign.venue.id}/halls/${foreign.hall.id}`);
  await page.getByText("다른 주최자의 공연장이라 볼 수만 있어요.").waitFor();

  const fan = await newFan();
  const fansPage = await desk.page();
  await logIn(fansPage, fan, "/desk/events");
  await fansPage.getByText("없는 페이지예요").waitFor();
  const nobody = await desk.page({ locale: "en" });
  await nobody.goto("/desk/events");
  await nobody.getByRole("heading", { name: "Log in first" }).waitFor();
  assert.deepEqual(await faults(nobody), []);
});

test("a layout is imported with its errors by line, drawn, undone and kept", async () => {
  const show = await aShow({ open: false });
  const page = await desk.page({ size: "desktop", locale: "en" });
  await logIn(page, organiser, `/desk/venues/${show.venue.id}/halls/${show.hall.id}`);
  await page.getByText("3 rows · 35 seats").waitFor();

  await page.getByRole("button", { name: "Import" }).click();
  const typed = page.getByLabel("JSON or CSV");
  await typed.fill("floor,section,row,grade,length\n1F,A,1,R,ten\n1F,A,1,,12");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("‘ten’ in length is no number from 1 to 1,000.").waitFor();
  await page.getByText("Line 3").first().waitFor();
  await typed.fill('{"sections":[\n{"floor":"1F",\n"sectionId":"X"}]}');
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("Section 1 needs floor, sectionId and rows with names.").waitFor();
  await page.getByText("Line 3").waitFor();
  await page.getByRole("button", { name: "Insert an example" }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("2 sections, 1 standing zone, 342 seats.").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Replace the layout by this one" }).click();
  await page
    .getByText(/342 seats/)
    .first()
    .waitFor();

  await page.getByLabel("1 Places").fill("0");
  await page.getByLabel("1 Places").press("Enter");
  await page.getByText("Row 1 has 1 to 1,000 places.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Save", exact: true }).isDisabled(), true);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("It can be saved.").waitFor();
  await page.getByLabel("Seat layout").focus();
  await page.keyboard.press("Control+z");
  await page.getByText("3 rows · 35 seats").waitFor();
  await page.keyboard.press("Control+Shift+z");
  await page.getByText("2 rows · 22 seats").waitFor();

  await page.getByRole("button", { name: "Draw a section" }).click();
  const map = await page.locator(".hall-map-box").boundingBox();
  await page.mouse.move(map.x + 20, map.y + map.height - 120);
  await page.mouse.down();
  await page.mouse.move(map.x + 160, map.y + map.height - 80, { steps: 5 });
  await page.mouse.up();
  const sections = page.getByRole("navigation", { name: "Sections and standing" });
  await sections
    .getByRole("button", { name: /^[A-Z] / })
    .nth(2)
    .waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: /^A/ }).first().click();

  await page.getByRole("button", { name: "Move sections" }).click();
  await page.getByLabel("Seat layout").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll(".hall-fields input")[4].value !== "");
  await page.keyboard.press("Control+s");
  await page.getByText("Saved", { exact: true }).waitFor();
  const saved = await show.call(`/api/admin/venues/${show.venue.id}/halls/${show.hall.id}`);
  assert.equal(saved.capacity, 342);
  assert.ok(saved.layout.sections.every((one) => typeof one.x === "number"));
  assert.deepEqual(page.problems, []);
});

test("seats are taken out of the sale and given back, and no fan's seat is", async () => {
  const show = await aShow();
  const page = await desk.page({ size: "desktop" });
  await logIn(page, organiser, `/desk/events/${show.event.id}/seats/${show.schedule.id}`);
  await page.getByRole("heading", { name: "좌석 목록으로 고르기" }).waitFor();
  await fill(page, "번호 (예: 3, 5-7)", "1-3");
  await page.getByRole("button", { name: "더하기" }).click();
  await page.getByText("고른 좌석 3석").waitFor();
  await page.getByLabel("쓰임").selectOption("COMPLIMENTARY");
  await fill(page, "메모", "기자 초대");
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "판매에서 빼기" }).click();
  await page.getByText("기자 초대").waitFor();
  assert.deepEqual(await faults(page), []);

  await page.getByRole("link", { name: "티켓 보기" }).click();
  await page.waitForURL("**/tickets/**");
  await page.goBack();
  await fill(page, "번호 (예: 3, 5-7)", "2");
  await page.getByRole("button", { name: "더하기" }).click();
  await page.getByText("이 열에 없거나 비어 있지 않은 번호예요.").waitFor();

  await page.getByRole("button", { name: /판매로 돌려놓기$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "판매로 돌려놓기" }).click();
  await page.getByText("뺀 좌석이 없어요.").waitFor();
  assert.deepEqual(page.problems, []);
});

test("changes that are not saved are not left by accident", async () => {
  const show = await aShow({ open: false });
  const page = await desk.page({ size: "desktop", locale: "en" });
  await logIn(page, organiser, `/desk/events/${show.event.id}`);
  await page.getByLabel("Artist or company").fill("Somebody else");
  const asked = page.waitForEvent("dialog");
  const pressed = page.getByRole("link", { name: "Venues" }).click();
  const dialog = await asked;
  assert.match(dialog.message(), /will be lost/);
  await dialog.dismiss();
  await pressed;
  assert.equal(await page.getByLabel("Artist or company").inputValue(), "Somebody else");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Venues" }).click();
  await page.waitForURL("**/desk/venues");
  assert.deepEqual(page.problems, []);
});

test("a waiting room is set with a forecast", async () => {
  const show = await aShow({ queued: true });
  const page = await desk.page({ size: "desktop" });
  await logIn(page, organiser, `/desk/events/${show.event.id}`);
  await page.getByRole("button", { name: /대기실 설정$/ }).click();
  await fill(page, "초당 입장", "2");
  await fill(page, "동시 입장", "960");
  await page.getByText("101석, 초당 2.0명이 한 사람당 2석씩 사면 약 4분 뒤에 매진돼요.").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "저장", exact: true }).last().click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  const room = await show.call(`/api/admin/queue-settings/${show.schedule.id}`);
  assert.deepEqual([room.admitPerSecond, room.maxActive], [2, 960]);
  assert.deepEqual(page.problems, []);
});
