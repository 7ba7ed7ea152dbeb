import { send } from "../../api/client";
import { isProblem } from "../../api/problem";
import { readEvents } from "../waiting-room/events";
import type { SeatStates } from "./engine/status";

const POLL_MILLIS = 1_500;
const POLL_HIDDEN_MILLIS = 15_000;
const RETRY_MILLIS = 3_000;
/**
 * A node may hear of an admission a moment after the fan does, and in a rush the moment is long:
 * "your time is over" must not be said to somebody whose time has just begun.
 */
const REFUSALS_MAX = 6;
/** A stream that ends within this time serves no streams; then polls do for a while. */
const SHORT_MILLIS = 2_000;
const STREAM_AGAIN_MILLIS = 60_000;

export interface FeedListener {
  changed: (ordinals: number[]) => void;
  online: (online: boolean) => void;
  /** The entry token is not valid any more. */
  refused: () => void;
}

/**
 * Keeps the states of all seats as the server has them: first all, then what changes, by the stream
 * where it serves and else by asking again.
 */
export class SeatFeed {
  private readonly stopped = new AbortController();
  private timer = 0;
  private wakeUp: (() => void) | null = null;
  private streamFrom = 0;

  constructor(
    private readonly scheduleId: string,
    private readonly states: SeatStates,
    private readonly entryToken: () => string | null,
    private readonly listener: FeedListener,
  ) {}

  start(): void {
    void this.run();
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    window.addEventListener("offline", this.lost);
  }

  stop(): void {
    this.stopped.abort();
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    window.removeEventListener("offline", this.lost);
  }

  /** Asks at once, for example after the server said that a seat is taken. */
  readonly wake = (): void => {
    clearTimeout(this.timer);
    this.wakeUp?.();
  };

  /** A stream without a network may take minutes to notice. */
  private readonly lost = (): void => {
    this.listener.online(false);
    this.open?.abort();
  };

  private open: AbortController | null = null;

  private async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      try {
        await this.poll();
        this.refusals = 0;
        this.listener.online(true);
        if (!document.hidden && performance.now() >= this.streamFrom) await this.stream();
        await this.pause(document.hidden ? POLL_HIDDEN_MILLIS : POLL_MILLIS);
      } catch (error) {
        if (this.stopped.signal.aborted) return;
        if (isProblem(error, "reservation.entry_needed") && ++this.refusals >= REFUSALS_MAX) {
          this.listener.refused();
          return;
        }
        this.listener.online(!(isProblem(error) && error.isOffline));
        await this.pause(RETRY_MILLIS);
      }
    }
  }

  private async poll(): Promise<void> {
    const since = this.states.version < 0 ? "" : `?since=${this.states.version}`;
    const response = await send(`/api/reservations/seats/${this.scheduleId}${since}`, {
      method: "GET",
      headers: this.headers(),
      signedIn: false,
      signal: this.stopped.signal,
    });
    this.take(await response.arrayBuffer());
  }

  private async stream(): Promise<void> {
    const began = performance.now();
    const open = new AbortController();
    this.open = open;
    try {
      const response = await fetch(
        `/api/reservations/seats/${this.scheduleId}/stream?since=${this.states.version}`,
        { headers: this.headers(), signal: AbortSignal.any([this.stopped.signal, open.signal]) },
      );
      if (response.ok && response.body) {
        await readEvents(response.body, ({ data }) => this.take(bytesOf(data)));
      }
    } catch (error) {
      if (this.stopped.signal.aborted) throw error;
    }
    const isShort = performance.now() - began < SHORT_MILLIS;
    this.shorts = isShort ? this.shorts + 1 : 0;
    // The first answer of a node that does not know the show yet is short, too: ask twice.
    if (this.shorts >= 3) this.streamFrom = performance.now() + STREAM_AGAIN_MILLIS;
  }

  private shorts = 0;
  private refusals = 0;

  private take(bytes: ArrayBuffer): void {
    const isFirst = this.states.version < 0;
    const changed = this.states.take(bytes);
    if (changed.length > 0 || isFirst) this.listener.changed(changed);
  }

  private headers(): Record<string, string> {
    const token = this.entryToken();
    return token === null ? {} : { "X-Queue-Token": token };
  }

  private pause(millis: number): Promise<void> {
    return new Promise((resolve) => {
      this.wakeUp = resolve;
      this.timer = window.setTimeout(resolve, millis);
    });
  }
}

export function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}
