import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { logIn, type LogInWish } from "../../session/session";

interface Solved {
  answer: string;
  expiresAt: number;
}

/** Solved ahead for so long, which is less than any platform lets a challenge live. */
const LIFE_MILLIS = 50_000;

let ahead: Promise<Solved> | null = null;

/** Starts to solve a challenge before the fan has filled in the form, so that nobody waits for it. */
export function solveAhead(): void {
  ahead ??= solve();
  ahead.catch(() => {
    ahead = null; // it is tried again when it is needed
  });
}

/** The answer to a bot check. Each is good once. */
export async function solvedChallenge(): Promise<string> {
  const pending = ahead ?? solve();
  ahead = null;
  const solved = await pending.catch(solve);
  return solved.expiresAt > performance.now() ? solved.answer : (await solve()).answer;
}

/** Logs in; a bot check that is asked for after failed logins is solved without the fan. */
export async function logInAsPerson(email: string, password: string, wish: LogInWish = {}) {
  try {
    return await logIn(email, password, wish);
  } catch (error) {
    if (!isProblem(error) || error.code !== "user.challenge_required") {
      throw error;
    }
    return logIn(email, password, { ...wish, challenge: await solvedChallenge() });
  }
}

async function solve(): Promise<Solved> {
  const task = await call("/api/auth/challenge", "post", {});
  const expiresAt = performance.now() + LIFE_MILLIS;
  return { answer: task.challenge == null ? "" : await work(task.challenge, task.bits), expiresAt };
}

function work(challenge: string, bits: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./challenge.worker.ts", import.meta.url), {
      type: "module",
    });
    worker.onmessage = (event: MessageEvent<string>) => {
      worker.terminate();
      resolve(event.data);
    };
    worker.onerror = () => {
      worker.terminate();
      reject(new Error("The challenge was not solved."));
    };
    worker.postMessage({ challenge, bits });
  });
}
