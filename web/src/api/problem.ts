/** A refusal with its stable code, or the network's. The pages turn the code into a sentence. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly traceId: string | null,
    readonly errors: FieldError[],
    /** When the server asked to wait before the next try. */
    readonly retryAfterSeconds: number | null,
    /** The document itself: some codes come with ids, such as `seatIds` of those taken. */
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${code}: ${detail}`);
    this.name = "Problem";
  }

  /** Nothing came back: whether the call was done is unknown. */
  get isOffline(): boolean {
    return this.status === 0;
  }

  /** The same call may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export interface FieldError {
  field: string;
  message: string;
}

export const OFFLINE = "client.offline";

export function offline(): Problem {
  return new Problem(0, OFFLINE, "No answer came.", null, [], null);
}

export async function problemOf(response: Response): Promise<Problem> {
  const body = await response.json().catch(() => null);
  const document = (typeof body === "object" && body !== null ? body : {}) as Partial<{
    code: string;
    detail: string;
    traceId: string;
    errors: FieldError[];
  }>;
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return new Problem(
    response.status,
    document.code ?? `http.${response.status}`,
    document.detail ?? response.statusText,
    document.traceId ?? response.headers.get("X-Request-Id"),
    document.errors ?? [],
    Number.isFinite(retryAfter) ? retryAfter : null,
    document as Record<string, unknown>,
  );
}

export function isProblem(error: unknown, code?: string): error is Problem {
  return error instanceof Problem && (code === undefined || error.code === code);
}
