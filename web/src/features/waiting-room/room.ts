import { isProblem, type Problem } from "../../api/problem";
import { serverNow } from "../../lib/clock";
import { keys, read, readJson, remove, write, writeJson } from "../../lib/storage";
import { enter, follow, leave, status } from "./calls";
import { Tabs } from "./leader";
import { after, afterNews, type Line, type QueueAnswer, START } from "./line";

type Message = { kind: "hello" } | { kind: "answer"; answer: QueueAnswer } | { kind: "left" };

const OFFLINE_MILLIS = 3_000;
const FULL_SECONDS = 30;
const POLL_MILLIS = 5_000;
/** A follower that heard nothing for so long beyond the next poll asks itself. */
const PATIENCE_MILLIS = 12_000;
const STREAM_RETRY_MILLIS = 10_000;
/** A call waits for a minute; a hidden page rings first and takes it up before it ends. */
const CALL_MILLIS = 45_000;

/** What outlives a reload besides the receipt: the ruler's start and the lowest count shown. */
interface Memory {
  number: number;
  ahead: number;
  firstAhead: number;
}

/**
 * A fan's place in a line. Enters once, then asks as often as the server says; nothing that happens
 * to the page, the tab or the network gives the number up.
 */
export class WaitingRoom {
  line: Line = START;
  private fullNumber: number | null = null;
  private timer = 0;
  private nextAt = 0;
  private asking = false;
  private calledAt: number | null = null;
  private stream: AbortController | null = null;
  private readonly tabs: Tabs<Message>;

  constructor(
    private readonly scheduleId: string,
    private readonly onChange: (line: Line, before: Line) => void,
    private readonly onSignedOut: () => void,
    private readonly onNotQueued: () => void,
    private readonly onCalled: () => void,
  ) {
    this.tabs = new Tabs<Message>(
      `onsale.line.${scheduleId}`,
      (message) => this.hear(message),
      () => this.poll(),
    );
    const memory = readJson<Memory>(this.memoryKey);
    if (memory && read(keys.receipt(scheduleId)) !== null) {
      this.line = { ...START, ...memory };
    }
  }

  start(): void {
    this.tabs.start();
    this.tabs.tell({ kind: "hello" });
    this.plan(PATIENCE_MILLIS);
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.wake());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.wake();
    });
    addEventListener("offline", () => this.show({ ...this.line, offline: true }));
  }

  /** After a failure, or by the fan's own wish: ask at once. */
  again(): void {
    if (this.line.kind === "expired" || this.line.kind === "closed") {
      this.forget();
      this.show(START);
    }
    this.poll();
  }

  async leave(): Promise<void> {
    const receipt = this.receipt;
    if (receipt) {
      await leave(receipt).catch((error: unknown) => {
        if (!isProblem(error) || error.isTemporary) throw error;
      });
    }
    this.stop();
    this.forget();
    this.tabs.tell({ kind: "left" });
  }

  /** Gives up the line elsewhere and stands here instead. */
  async moveHere(): Promise<void> {
    const other = this.line.elsewhereId;
    const receipt = other ? read(keys.receipt(other)) : null;
    if (other && receipt) {
      await leave(receipt);
      remove(keys.receipt(other));
    }
    this.poll();
  }

  private get receipt(): string | null {
    return read(keys.receipt(this.scheduleId));
  }

  private get memoryKey(): string {
    return `onsale.line.${this.scheduleId}`;
  }

  private wake(): void {
    if (this.tabs.isLeader || serverNow() >= this.nextAt) this.poll();
  }

  private hear(message: Message): void {
    if (message.kind === "hello") {
      if (this.tabs.isLeader && this.last) this.tabs.tell({ kind: "answer", answer: this.last });
    } else if (message.kind === "left") {
      this.stop();
      this.show({ ...START, kind: "expired", number: this.line.number });
    } else {
      this.take(message.answer);
      this.plan((message.answer.pollAfterMillis ?? POLL_MILLIS) + PATIENCE_MILLIS);
    }
  }

  private last: QueueAnswer | null = null;

  private poll(): void {
    clearTimeout(this.timer);
    if (this.asking || this.line.kind === "expired") return;
    if (this.isRingingHidden()) {
      this.plan(2_000);
      return;
    }
    this.asking = true;
    void this.ask()
      .then((answer) => {
        this.calledAt = null;
        this.take(answer);
        this.tabs.tell({ kind: "answer", answer });
        if (answer.pollAfterMillis !== undefined) this.plan(answer.pollAfterMillis);
        this.followIfWaiting();
      })
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        this.asking = false;
      });
  }

  private ask(): Promise<QueueAnswer> {
    const receipt = this.receipt;
    return receipt === null ? enter(this.scheduleId) : status(this.scheduleId, receipt);
  }

  /** Stored before it is shown. */
  private take(answer: QueueAnswer): void {
    this.last = answer;
    if (answer.receipt) write(keys.receipt(this.scheduleId), answer.receipt);
    if (answer.number !== undefined) this.fullNumber = answer.number;
    const next = after(this.line, answer, serverNow());
    if (next.entry) writeJson(keys.entry(this.scheduleId), next.entry);
    if (answer.state === "EXPIRED") this.forget();
    this.show(next);
  }

  private failed(error: unknown): void {
    const problem = isProblem(error) ? error : null;
    if (!problem || problem.isOffline) {
      this.show({ ...this.line, offline: true });
      this.plan(OFFLINE_MILLIS);
      return;
    }
    switch (problem.code) {
      case "queue.full":
        this.show({ ...this.line, kind: "full", offline: false });
        break;
      case "queue.bad_receipt":
        // It is of another deployment or account: stand at the end rather than nowhere.
        this.forget();
        this.plan(0);
        return;
      case "queue.not_queued":
        this.onNotQueued();
        return;
      case "queue.elsewhere":
        this.show({ ...this.line, kind: "elsewhere", elsewhereId: scheduleOf(problem) });
        return;
      default:
        if (problem.status === 401) {
          this.onSignedOut();
          return;
        }
        if (problem.status === 404) {
          this.show({ ...START, kind: "unknown" });
          return;
        }
    }
    const seconds = problem.retryAfterSeconds ?? (problem.code === "queue.full" ? FULL_SECONDS : 5);
    this.plan(seconds * 1000 * (1 + Math.random() * 0.2));
  }

  private plan(millis: number): void {
    clearTimeout(this.timer);
    this.nextAt = serverNow() + millis;
    this.timer = window.setTimeout(() => this.poll(), millis);
  }

  /** Asking takes a call up, which starts the time for choosing: first let the fan come back. */
  private isRingingHidden(): boolean {
    return this.calledAt !== null && document.hidden && serverNow() - this.calledAt < CALL_MILLIS;
  }

  private followIfWaiting(): void {
    const receipt = this.receipt;
    if (this.stream || !this.tabs.isLeader || this.line.kind !== "waiting" || !receipt) return;
    const stream = new AbortController();
    this.stream = stream;
    void follow(receipt, stream.signal, (news) => {
      const [line, effect] = afterNews(this.line, this.fullNumber ?? Infinity, news);
      if (line !== this.line) this.show(line);
      if (effect === "called" && this.calledAt === null) {
        this.calledAt = serverNow();
        this.onCalled();
        this.poll();
      } else if (effect === "restoring") {
        this.poll();
      }
    })
      .catch(() => undefined)
      .then(() => {
        // The polls go on meanwhile; another stream is tried with one of the next.
        setTimeout(() => {
          if (this.stream === stream) this.stream = null;
        }, STREAM_RETRY_MILLIS);
      });
  }

  private show(line: Line): void {
    const before = this.line;
    this.line = line;
    if (line.number !== null && line.ahead !== null && line.firstAhead !== null) {
      const { number, ahead, firstAhead } = line;
      writeJson(this.memoryKey, { number, ahead, firstAhead } satisfies Memory);
    }
    if (line.kind !== "waiting") {
      this.stream?.abort();
      this.stream = null;
    }
    this.onChange(line, before);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.stream?.abort();
    this.tabs.resign();
  }

  private forget(): void {
    remove(keys.receipt(this.scheduleId));
    remove(keys.entry(this.scheduleId));
    remove(this.memoryKey);
  }
}

function scheduleOf(problem: Problem): string | null {
  const id = problem.extra["scheduleId"];
  return typeof id === "string" ? id : null;
}
