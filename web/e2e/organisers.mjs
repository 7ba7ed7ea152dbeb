// What tests and pictures of the desk need: an organiser with a hall and a show of its own.
import { deflateSync } from "node:zlib";
import { demoPassword, signedIn } from "./fans.mjs";

export const organiser = { email: "organiser@onsale.example", password: demoPassword };
export const admin = { email: "admin@onsale.example", password: demoPassword };

const DAY_MILLIS = 86_400_000;

/** A hall with two sections, a gap, a wheelchair place and a standing zone. */
export const LAYOUT = {
  sections: [
    {
      floor: "1층",
      sectionId: "A",
      x: 0,
      y: 0,
      curve: 2,
      rows: [
        { rowId: "1", grade: "VIP", length: 12, gaps: [6] },
        { rowId: "2", grade: "R", length: 12, accessible: [1] },
        { rowId: "3", grade: "R", length: 12 },
      ],
    },
    {
      floor: "1층",
      sectionId: "B",
      x: 15,
      y: 0,
      rows: [
        { rowId: "1", grade: "VIP", length: 12, firstNumber: 24, step: -1 },
        { rowId: "2", grade: "R", length: 12, viewRestricted: [12] },
        { rowId: "3", grade: "R", length: 12 },
      ],
    },
  ],
  zones: [{ floor: "1층", zoneId: "스탠딩", grade: "R", capacity: 30 }],
};

let made = 0;

/** A name that no other test has. */
export function aName(prefix) {
  return `${prefix} ${Date.now()}${made++}`; // in one script, or a page shows half of it
}

/** An event of the organiser, as the API makes it; the pages are tested elsewhere. */
export async function aShow({
  account = organiser,
  open = true,
  queued = false,
  layout = LAYOUT,
} = {}) {
  const call = await signedIn(account);
  const venue = await call("/api/admin/venues", "POST", {
    name: aName("새벽극장"),
    address: "서울 종로구 1",
    city: "서울",
    venueType: "theater",
  });
  const hall = await call(`/api/admin/venues/${venue.id}/halls`, "POST", {
    name: "대극장",
    layout,
  });
  const now = Date.now();
  const day = (days) => new Date(now + days * DAY_MILLIS).toISOString();
  const title = aName("달의 뒷면");
  const event = await call("/api/admin/events", "POST", {
    title,
    artist: "극단 그믐",
    description: "달의 뒷면에 남은 사람들의 이야기.",
    hallId: hall.id,
    startsOn: day(20).slice(0, 10),
    endsOn: day(60).slice(0, 10),
    grades: [
      { code: "VIP", price: 120_000, color: "#840f35" },
      { code: "R", price: 80_000, color: "#d8701a" },
    ],
    cast: { 선장: ["서이든", "백도윤"], 항해사: ["문가온"] },
  });
  const schedule = await call(`/api/admin/events/${event.id}/schedules`, "POST", {
    startsAt: day(30),
    saleOpensAt: new Date(now - 60_000).toISOString(),
    saleClosesAt: day(29),
    queued,
  });
  if (open) {
    await call(`/api/admin/events/${event.id}/open`, "POST");
    await (queued
      ? known(() => call(`/api/admin/queue-settings/${schedule.id}`))
      : seatsOnSale(schedule.id));
  }
  return { call, venue, hall, event, schedule, title };
}

/** Until reservation has all seats. */
export async function seatsOnSale(scheduleId) {
  await known(async () => {
    const answer = await fetch(`${process.env.ONSALE_URL}/api/reservations/seats/${scheduleId}`);
    if (!answer.ok) throw new Error(String(answer.status));
  });
}

/** Until the contexts that hear of a show by message have heard. */
async function known(ask) {
  const until = Date.now() + 30_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** A PNG of one colour, made by hand. */
export function png(width, height) {
  const line = Buffer.alloc(1 + width * 3, 0x60);
  line[0] = 0;
  const pixels = Buffer.concat(Array.from({ length: height }, () => line));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const all = Buffer.alloc(body.length + 8);
  all.writeUInt32BE(data.length, 0);
  body.copy(all, 4);
  all.writeUInt32BE(crc32(body), body.length + 4);
  return all;
}

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
