// A sale as it runs, and what operators run the platform with.
import { buy, demoPassword, newFan } from "../fans.mjs";
import { logIn } from "../pages.mjs";

const operatorAccount = { email: "admin@onsale.example", password: demoPassword };

const hoursAgo = (hours) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** A sale of half an hour, as its samples would tell it. */
function samples(seats) {
  return Array.from({ length: 180 }, (_, i) => ({
    at: new Date(Date.now() - (180 - i) * 10_000).toISOString(),
    waiting: i < 60 ? Math.round(19_000 * (i / 60) ** 1.6) : 19_000 - (i - 60) * 9,
    inside: i < 60 ? 0 : 150,
    admitted: i < 60 ? 0 : (i - 60) * 18,
    held: i < 60 ? 0 : 40 + Math.round(18 * Math.sin(i / 4)),
    sold: i < 60 ? 0 : Math.round(seats * 0.6 * (1 - Math.exp(-(i - 60) / 45))),
    revenueWon: 0,
    errors: i === 90 ? 3 : 0,
    holdMillis: i < 60 ? 0 : 38 + Math.round(30 * Math.exp(-(i - 60) / 10)),
    payMillis: i < 60 ? 0 : 120 + Math.round(20 * Math.cos(i / 7)),
    nodes: 4,
  }));
}

export function operator({ open, line }) {
  const cockpit = async (page, id, seats) => {
    await page.route("**/history?*", (route) =>
      route.fulfill({
        json: { from: hoursAgo(1), to: hoursAgo(0), eachSeconds: 10, samples: samples(seats) },
      }),
    );
    await logIn(page, operatorAccount, `/desk/sales/${id}`);
    await page.locator(".chart").first().waitFor();
    await page.locator(".cockpit-check").first().waitFor();
  };
  const at = (path, words) => async (page) => {
    await logIn(page, operatorAccount, `/desk/${path}`);
    await page.getByText(words).first().waitFor();
  };
  return [
    { name: "desk-sales", reach: at("sales", open.show.title.split(" ")[0]) },
    {
      name: "desk-cockpit",
      reach: async (page) => {
        await buy(await newFan(), open.date.id, 2);
        await cockpit(page, open.date.id, open.date.totalSeats);
      },
    },
    {
      name: "desk-cockpit-line-en",
      locale: "en",
      reach: (page) => cockpit(page, line.date.id, line.date.totalSeats),
    },
    {
      name: "desk-cockpit-drain",
      reach: async (page) => {
        await cockpit(page, line.date.id, line.date.totalSeats);
        await page.getByRole("switch", { name: "새로 줄 서기 막기" }).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    { name: "desk-nodes", reach: at("nodes", "postgres") },
    { name: "desk-messages", reach: at("messages", "보낼 메시지") },
    { name: "desk-integrity", reach: at("integrity", "audit_chain") },
    { name: "desk-integrity-en", locale: "en", reach: at("integrity", "audit_chain") },
    {
      name: "desk-accounts",
      reach: async (page) => {
        const fan = await newFan();
        await logIn(page, operatorAccount, `/desk/accounts?q=${encodeURIComponent(fan.email)}`);
        await page.getByRole("article").waitFor();
      },
    },
    { name: "desk-audit", reach: at("audit", "감사 기록") },
    { name: "desk-jobs", reach: at("jobs", "purge-messages") },
    { name: "desk-settings", reach: at("settings", "onsale.") },
    { name: "desk-cancelled-empty", reach: at("cancelled", "취소") },
  ];
}
