// What the tests do beside the browser: fans who are signed up, and what is on sale.
import { createHash, randomUUID } from "node:crypto";

export const url = process.env.ONSALE_URL;
export const demoPassword = process.env.ONSALE_PASSWORD;

const PATIENCE_MILLIS = 30_000;

/** One call, again where the platform says "later", as every client does. */
export async function api(path, options = {}) {
  const until = Date.now() + PATIENCE_MILLIS;
  let response = await once(path, options);
  while ((response.status === 429 || response.status === 503) && Date.now() < until) {
    const seconds = Number(response.headers.get("Retry-After") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 5) * 1000));
    response = await once(path, options);
  }
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${options.method ?? "GET"} ${path}: ${response.status} ${text}`);
  }
  return text === "" ? undefined : JSON.parse(text);
}

function once(path, options) {
  return fetch(url + path, {
    ...options,
    headers: { "Content-Type": "application/json", ...options.headers },
  });
}

/** A new fan, verified at the simulator like a person, so that tests do not meet in one account. */
export async function newFan() {
  const identityVerificationId = randomUUID();
  const name = "나" + letters(identityVerificationId);
  const identity = await api("/api/auth/identity");
  const back = encodeURIComponent(`${url}/signup`);
  const verified = await fetch(`${identity.url}/${identityVerificationId}?redirect=${back}`, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      action: "verify",
      name,
      birthDate: "1990-01-01",
      phoneNumber: "01012345678",
      gender: "",
    }),
  });
  if (verified.status >= 400) {
    throw new Error(`The simulator did not verify: ${verified.status} ${await verified.text()}`);
  }
  const fan = {
    name,
    email: `${identityVerificationId.slice(0, 13)}@fans.example`,
    password: "a password of a fan",
  };
  const { inForce } = await api("/api/terms");
  await api("/api/auth/signup", {
    method: "POST",
    body: JSON.stringify({
      email: fan.email,
      password: fan.password,
      identityVerificationId,
      challenge: await solvedChallenge(),
      terms: inForce
        .filter((terms) => terms.required)
        .map(({ type, version }) => ({ type, version, agreed: true })),
    }),
  });
  return fan;
}

/** The answer to a bot check, worked out like a browser does. */
async function solvedChallenge() {
  const { challenge, bits } = await api("/api/auth/challenge", { method: "POST" });
  const isSolution = (number) => {
    const hash = createHash("sha256").update(`${challenge}.${number}`).digest();
    return Math.clz32(hash.readUInt32BE()) >= bits;
  };
  let number = 0;
  while (!isSolution(number)) {
    number++;
  }
  return `${challenge}.${number}`;
}

function letters(id) {
  return [...id.replaceAll("-", "")]
    .slice(0, 6)
    .map((digit) => "가나다라마바사아자차카타파하거너"[parseInt(digit, 16)])
    .join("");
}

/** Every show with its dates. */
export async function shows() {
  const { items } = await api("/api/events?size=100");
  return Promise.all(items.map((show) => api(`/api/events/${show.id}`)));
}

const CANCELLABLE_MILLIS = 3 * 86_400_000;

/** A date on sale, with or without a line, that can still be cancelled. */
export async function dateOnSale({ queued }) {
  for (const show of await shows()) {
    const date = show.schedules.find(
      (one) =>
        one.status === "ONGOING" &&
        !one.soldOut &&
        one.queued === queued &&
        Date.parse(one.startsAt) > Date.now() + CANCELLABLE_MILLIS,
    );
    if (date) {
      return { show, date };
    }
  }
  throw new Error(`No date on sale ${queued ? "with" : "without"} a line`);
}

/** What the fan calls as themselves. */
export async function signedIn(fan) {
  const { accessToken } = await api("/api/auth/login", {
    method: "POST",
    body: JSON.stringify({ email: fan.email, password: fan.password }),
  });
  return (path, method = "GET", body = undefined) =>
    api(path, {
      method,
      headers: { Authorization: `Bearer ${accessToken}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** Gives all seats of a booking back, on the terms that are quoted. */
export async function giveBack(call, reservationId) {
  const path = `/api/reservations/${reservationId}`;
  const { quote } = await call(`${path}/refund-quote`);
  await call(`${path}?quote=${quote}`, "DELETE");
}

const TRIES = 20;

/** Two seats side by side, held. Others may hold some at the same time, so it tries others then. */
export async function hold(fan, scheduleId, seats = 2) {
  const call = await signedIn(fan);
  const layout = await api(`/api/schedules/${scheduleId}/layout`);
  const rows = layout.sections
    .flatMap((section) => section.rows)
    .filter((row) => row.count >= seats);
  for (let i = 0; i < TRIES; i++) {
    const row = rows[Math.floor(Math.random() * rows.length)];
    const first = row.first + Math.floor(Math.random() * (row.count - seats + 1));
    const seatIds = Array.from({ length: seats }, (_, n) => seatId(layout, first + n));
    try {
      return await call("/api/reservations/hold", "POST", { scheduleId, seatIds });
    } catch (error) {
      if (!String(error).includes(" 409 ")) {
        throw error;
      }
    }
  }
  throw new Error("No two seats were free");
}

export function seatId(layout, ordinal) {
  return layout.seatIdBase + ordinal.toString(16).padStart(8, "0");
}

/** A paid booking of two seats, made as a browser would. */
export async function buy(fan, scheduleId, seats = 2) {
  const call = await signedIn(fan);
  const { reservationId } = await hold(fan, scheduleId, seats);
  const { paymentOrder } = await call(`/api/reservations/${reservationId}/checkout`, "POST");
  const payment = await call("/api/payments", "POST", {
    paymentOrder,
    paymentKey: randomUUID(),
    method: "CARD",
  });
  const page = new URL(payment.provider.payUrl);
  page.searchParams.set("redirect", `${url}/pay/return`);
  const approved = await fetch(page, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "action=approve",
  });
  const back = new URL(approved.headers.get("location") ?? "", url);
  await call("/api/payments/confirm", "POST", {
    paymentId: payment.paymentId,
    paymentToken: back.searchParams.get("paymentToken"),
  });
  const until = Date.now() + 30_000;
  while ((await call(`/api/reservations/${reservationId}`)).status !== "CONFIRMED") {
    if (Date.now() > until) {
      throw new Error(`${reservationId} is not confirmed`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return reservationId;
}
