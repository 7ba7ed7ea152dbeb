import type { Answer } from "../../../api/answers";
import { accessToken } from "../../../session/session";
import { readEvents } from "../../waiting-room/events";

export type Cockpit = Answer<"/api/admin/sales/{scheduleId}", "get">;
export type Figures = Cockpit["figures"];

const RETRY_MILLIS = 1_000;
const RETRY_MILLIS_MAX = 15_000;
/** A stream that is silent for so long is dead, whatever the network says. */
const SILENT_MILLIS = 20_000;

/** Figures of a sale each second, by a stream that is opened again whenever it ends. */
export class SaleFeed {
  private readonly stopped = new AbortController();

  constructor(
    private readonly scheduleId: string,
    private readonly onFigures: (figures: Figures) => void,
    private readonly onGone: () => void,
  ) {}

  start(): void {
    void this.run();
  }

  stop(): void {
    this.stopped.abort();
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopped.signal.aborted) {
      const outcome = await this.stream().catch(() => "failed" as const);
      if (this.stopped.signal.aborted) return;
      if (outcome === "gone") {
        this.onGone();
        return;
      }
      failures = outcome === "ended" ? 0 : failures + 1;
      await this.pause(Math.min(RETRY_MILLIS_MAX, RETRY_MILLIS * 2 ** Math.max(0, failures - 1)));
    }
  }

  private async stream(): Promise<"ended" | "failed" | "gone"> {
    const open = new AbortController();
    const signal = AbortSignal.any([this.stopped.signal, open.signal]);
    let watchdog = window.setTimeout(() => open.abort(), SILENT_MILLIS);
    try {
      const token = await accessToken();
      const response = await fetch(`/api/admin/sales/${this.scheduleId}/stream`, {
        headers: token === null ? {} : { Authorization: `Bearer ${token}` },
        signal,
      });
      if (response.status === 404 || response.status === 403) return "gone";
      if (response.status === 401 && token !== null) await accessToken({ insteadOf: token });
      if (!response.ok || !response.body) return "failed";
      await readEvents(response.body, ({ name, data }) => {
        window.clearTimeout(watchdog);
        watchdog = window.setTimeout(() => open.abort(), SILENT_MILLIS);
        if (name === "figures") this.onFigures(JSON.parse(data) as Figures);
      });
      return "ended";
    } finally {
      window.clearTimeout(watchdog);
    }
  }

  private pause(millis: number): Promise<void> {
    return new Promise((resolve) => {
      window.setTimeout(resolve, millis);
      this.stopped.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }
}
