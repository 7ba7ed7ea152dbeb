/**
 * One tab asks for all tabs of a line, and tells the others. A tab that hears nothing for long asks
 * itself: a leader may be frozen by its phone.
 */
export class Tabs<Message> {
  private readonly channel: BroadcastChannel | null;
  private release: (() => void) | null = null;
  isLeader = false;

  constructor(
    private readonly name: string,
    onMessage: (message: Message) => void,
    private readonly onLeader: () => void,
  ) {
    this.channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
    if (this.channel) {
      this.channel.onmessage = (event: MessageEvent<Message>) => onMessage(event.data);
    }
  }

  start(): void {
    if (typeof navigator === "undefined" || !navigator.locks) {
      this.lead();
      return;
    }
    void navigator.locks.request(this.name, () => {
      this.lead();
      return new Promise<void>((resolve) => {
        this.release = resolve;
      });
    });
  }

  tell(message: Message): void {
    this.channel?.postMessage(message);
  }

  /** The next tab takes over. */
  resign(): void {
    this.release?.();
    this.release = null;
    this.isLeader = false;
  }

  private lead(): void {
    this.isLeader = true;
    this.onLeader();
  }
}
