import { read, remove, write } from "../../lib/storage";

const KEY = "onsale.alert";
const AGAIN_MILLIS = 20_000;

/** Sound, vibration and a notification at the fan's turn, if the fan asked for them. */
export class Signal {
  private audio: AudioContext | null = null;
  private again = 0;
  private screen: WakeLockSentinel | null = null;

  get isWanted(): boolean {
    return read(KEY) === "1";
  }

  /** By the fan's own tap, which is what lets a page make a sound. */
  want(on: boolean): void {
    if (!on) {
      remove(KEY);
      this.stop();
      return;
    }
    write(KEY, "1");
    this.unlock();
    this.tone(0.04);
    if (typeof Notification !== "undefined" && Notification.permission === "default") {
      void Notification.requestPermission().catch(() => undefined);
    }
  }

  /** Chosen before a reload: the first tap anywhere lets it sound again. */
  listen(): void {
    const unlock = () => {
      if (this.isWanted) this.unlock();
    };
    addEventListener("pointerdown", unlock, { once: true });
    addEventListener("keydown", unlock, { once: true });
  }

  /** Twice, twenty seconds apart, then silence. */
  ring(title: string, body: string): void {
    if (!this.isWanted) return;
    this.once(title, body);
    clearTimeout(this.again);
    this.again = window.setTimeout(() => this.once(title, body), AGAIN_MILLIS);
  }

  stop(): void {
    clearTimeout(this.again);
  }

  /** While the page is looked at. Phones without it lock as always, and the place stays. */
  async keepScreenOn(on: boolean): Promise<void> {
    try {
      if (on && !this.screen && !document.hidden) {
        this.screen = (await navigator.wakeLock?.request("screen")) ?? null;
        this.screen?.addEventListener("release", () => {
          this.screen = null;
        });
      } else if (!on) {
        await this.screen?.release();
      }
    } catch {
      // Refused, for example at low battery.
    }
  }

  private once(title: string, body: string): void {
    this.tone(0.22);
    navigator.vibrate?.([200, 100, 200]);
    if (
      document.hidden &&
      typeof Notification !== "undefined" &&
      Notification.permission === "granted"
    ) {
      try {
        new Notification(title, { body, tag: "onsale-turn" });
      } catch {
        // Some phones allow it to service workers only.
      }
    }
  }

  private unlock(): void {
    this.audio ??= new AudioContext();
    void this.audio.resume();
  }

  /** Two soft tones, the second higher. */
  private tone(volume: number): void {
    const audio = this.audio;
    if (!audio) return;
    [523.25, 783.99].forEach((pitch, i) => {
      const at = audio.currentTime + i * 0.22;
      const gain = audio.createGain();
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(volume, at + 0.04);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.55);
      const wave = audio.createOscillator();
      wave.frequency.value = pitch;
      wave.connect(gain).connect(audio.destination);
      wave.start(at);
      wave.stop(at + 0.6);
    });
  }
}
