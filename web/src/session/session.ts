import { read, remove, write } from "../lib/storage";
import { offline, problemOf } from "../api/problem";

/**
 * Who is signed in. The access token is only in memory; the refresh token is in a cookie that no
 * script reads. One tab refreshes at a time, and tells the others what it got.
 */
export type SessionState = "unknown" | "in" | "out";

interface Token {
  value: string;
  /** By `performance.timeOrigin + performance.now()`, which tabs share and nobody sets. */
  expiresAt: number;
}

interface Granted {
  accessToken: string;
  expiresInSeconds: number;
}

type News = { kind: "token"; token: Token } | { kind: "out" };

/** Whether a session may exist: visitors who never signed in ask for no refresh. */
const HINT = "onsale.signed-in";
const LOCK = "onsale.session";
/** A token is renewed so long before it ends, so that no call carries one that ends on its way. */
const SPARE_MILLIS = 30_000;
const BROWSER = { "X-Onsale-Browser": "1" };

let token: Token | null = null;
let state: SessionState = read(HINT) === null ? "out" : "unknown";
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(LOCK);

if (channel) {
  channel.onmessage = (event: MessageEvent<News>) => {
    if (event.data.kind === "token") {
      token = event.data.token;
      change("in");
    } else {
      token = null;
      change("out");
    }
  };
}

export function sessionState(): SessionState {
  return state;
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface LogInWish {
  /** Of the second factor. */
  code?: string;
  /** The answer to a bot check. */
  challenge?: string;
  /** Wakes a dormant account. */
  identityVerificationId?: string;
  /** Undoes a deletion that still waits. */
  restore?: boolean;
}

export interface Entered {
  hasNewTerms: boolean;
  needsSecondFactor: boolean;
}

/**
 * Tells whether required terms have changed since the fan agreed to them, and whether the account
 * has its role only once two-step login is set up.
 */
export async function logIn(
  email: string,
  password: string,
  more: LogInWish = {},
): Promise<Entered> {
  return enter("/api/auth/browser/login", { email, password, ...more });
}

/** Logs in by what a provider has confirmed to this browser. */
export async function logInBySocial(more: LogInWish = {}): Promise<Entered> {
  return enter("/api/auth/browser/social/login", more);
}

async function enter(url: string, body: unknown): Promise<Entered> {
  const response = await post(url, body);
  const granted = (await response.json()) as Granted & {
    missingTerms: unknown[];
    secondFactorNeeded: boolean;
  };
  keep(granted);
  return {
    hasNewTerms: granted.missingTerms.length > 0,
    needsSecondFactor: granted.secondFactorNeeded,
  };
}

export async function logOut(): Promise<void> {
  const bearer: Record<string, string> = token ? { Authorization: `Bearer ${token.value}` } : {};
  await post("/api/auth/browser/logout", undefined, bearer);
  endedElsewhere();
  channel?.postMessage({ kind: "out" } satisfies News);
}

/** This tab has learned that there is no session any more. */
export function endedElsewhere(): void {
  token = null;
  remove(HINT);
  change("out");
}

/**
 * The token for the next call, or null when nobody is signed in.
 *
 * @param insteadOf a token that the platform refused
 */
export async function accessToken(options: { insteadOf?: string } = {}): Promise<string | null> {
  if (token && isUsable(token, options.insteadOf)) {
    return token.value;
  }
  if (state === "out") {
    return null;
  }
  return alone(async () => {
    // Another tab may have been faster, and its news come before the lock does.
    if (token && isUsable(token, options.insteadOf)) {
      return token.value;
    }
    return refresh();
  });
}

/** Settles whether somebody is signed in. A network that is away leaves it open. */
export async function resume(): Promise<void> {
  await accessToken().catch(() => undefined);
}

async function refresh(): Promise<string | null> {
  try {
    const granted = await post("/api/auth/browser/refresh");
    return keep((await granted.json()) as Granted).value;
  } catch (error) {
    const status = (error as { status?: number }).status;
    if (status === 401 || status === 403) {
      endedElsewhere();
      return null;
    }
    throw error;
  }
}

function keep(granted: Granted): Token {
  token = { value: granted.accessToken, expiresAt: now() + granted.expiresInSeconds * 1000 };
  write(HINT, "1");
  change("in");
  channel?.postMessage({ kind: "token", token } satisfies News);
  return token;
}

function isUsable(candidate: Token, refused: string | undefined): boolean {
  return candidate.value !== refused && candidate.expiresAt - now() > SPARE_MILLIS;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function change(next: SessionState): void {
  if (next !== state) {
    state = next;
    listeners.forEach((listener) => listener());
  }
}

async function alone<T>(work: () => Promise<T>): Promise<T> {
  return typeof navigator !== "undefined" && navigator.locks
    ? ((await navigator.locks.request(LOCK, work)) as T)
    : work();
}

async function post(
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const init: RequestInit = {
    method: "POST",
    credentials: "same-origin",
    headers: { ...BROWSER, ...headers },
  };
  if (body !== undefined) {
    init.headers = { ...init.headers, "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch {
    throw offline();
  }
  if (!response.ok) {
    throw await problemOf(response);
  }
  return response;
}
