import { observe } from "../lib/clock";
import { locale } from "../i18n/locale";
import { accessToken, endedElsewhere } from "../session/session";
import type { Answer } from "./answers";
import { offline, problemOf } from "./problem";
import type { paths } from "./schema";

/** Longer than the slowest answer the platform promises; then the call is as good as lost. */
const TIMEOUT_MILLIS = 20_000;

type Method<Path extends keyof paths> = {
  [M in keyof paths[Path]]: paths[Path][M] extends { responses: unknown } ? M : never;
}[keyof paths[Path]];

type Operation<Path extends keyof paths, M extends keyof paths[Path]> = paths[Path][M];

type Parameters<Op> = Op extends { parameters: infer P } ? P : never;
type PathValues<Op> = Parameters<Op> extends { path: infer V } ? { path: V } : { path?: never };
type QueryValues<Op> =
  Parameters<Op> extends { query?: infer V }
    ? { query?: Partial<NonNullable<V>> }
    : { query?: never };
type BodyValue<Op> = Op extends { requestBody: { content: { "application/json": infer B } } }
  ? { body: B }
  : Op extends { requestBody?: { content: { "application/json": infer B } } }
    ? { body?: B }
    : { body?: never };

/** What a call takes besides its address. */
export type CallOptions<Op> = PathValues<Op> &
  QueryValues<Op> &
  BodyValue<Op> & {
    headers?: Record<string, string>;
    /** With the access token. A call without it is the same for everybody and may be cached. */
    signedIn?: boolean;
    signal?: AbortSignal | undefined;
  };

/**
 * One call of the API, typed by its description: `call("/api/events/{eventId}", "get", { path: { eventId } })`.
 * Throws a `Problem` when it is refused or no answer comes.
 */
export async function call<Path extends keyof paths, M extends Method<Path> & keyof paths[Path]>(
  path: Path,
  method: M,
  options: CallOptions<Operation<Path, M>>,
): Promise<Answer<Path, M>> {
  const { path: values, query, body, headers, signedIn, signal } = options as LooseOptions;
  const response = await send(address(path as string, values, query), {
    method: (method as string).toUpperCase(),
    headers: headers ?? {},
    body,
    signedIn: signedIn ?? false,
    signal,
  });
  if (response.status === 204 || response.headers.get("Content-Length") === "0") {
    return undefined as Answer<Path, M>;
  }
  const text = await response.text().catch(() => Promise.reject(offline()));
  return (text === "" ? undefined : JSON.parse(text)) as Answer<Path, M>;
}

interface LooseOptions {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signedIn?: boolean;
  signal?: AbortSignal;
}

export function address(
  path: string,
  values: LooseOptions["path"] = {},
  query: LooseOptions["query"] = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") {
      search.set(name, String(value));
    }
  }
  const rest = search.toString();
  return rest === "" ? filled : `${filled}?${rest}`;
}

interface Request {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signedIn: boolean;
  signal?: AbortSignal | undefined;
}

/** For answers that are not JSON; else use {@link call}. */
export async function send(url: string, request: Request): Promise<Response> {
  const token = request.signedIn ? await accessToken() : null;
  const response = await sendOnce(url, request, token);
  if (response.status === 401 && token !== null) {
    // The session may have been renewed or ended by another tab since.
    const fresh = await accessToken({ insteadOf: token });
    if (fresh !== null) {
      return checked(await sendOnce(url, request, fresh));
    }
    endedElsewhere();
  }
  return checked(response);
}

async function sendOnce(url: string, request: Request, token: string | null): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": locale(), ...request.headers };
  if (token !== null) {
    headers["Authorization"] = `Bearer ${token}`;
  }
  const init: RequestInit = {
    method: request.method,
    headers,
    signal: request.signal
      ? AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MILLIS)])
      : AbortSignal.timeout(TIMEOUT_MILLIS),
  };
  if (request.body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(request.body);
  }
  const sentAt = performance.now();
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (request.signal?.aborted) {
      throw error; // the page does not want it any more
    }
    throw offline();
  }
  observe(response.headers.get("Date"), sentAt, performance.now());
  return response;
}

async function checked(response: Response): Promise<Response> {
  if (!response.ok) {
    throw await problemOf(response);
  }
  return response;
}
