import { send } from "../../api/client";
import { readEvents } from "./events";
import type { LineNews, QueueAnswer } from "./line";

export const RECEIPT = "X-Queue-Receipt";

export async function enter(scheduleId: string): Promise<QueueAnswer> {
  const response = await send("/api/queue/enter", {
    method: "POST",
    headers: {},
    body: { scheduleId },
    signedIn: true,
  });
  return (await response.json()) as QueueAnswer;
}

export async function status(scheduleId: string, receipt: string): Promise<QueueAnswer> {
  const response = await send(`/api/queue/status?scheduleId=${encodeURIComponent(scheduleId)}`, {
    method: "GET",
    headers: { [RECEIPT]: receipt },
    signedIn: false,
  });
  return (await response.json()) as QueueAnswer;
}

export async function leave(receipt: string): Promise<void> {
  await send("/api/queue/leave", {
    method: "DELETE",
    headers: { [RECEIPT]: receipt },
    signedIn: true,
  });
}

/** The stream of a line; ends by itself or by the signal. Never needed: polls tell the same. */
export async function follow(
  receipt: string,
  signal: AbortSignal,
  onNews: (news: LineNews) => void,
): Promise<void> {
  const response = await fetch("/api/queue/stream", { headers: { [RECEIPT]: receipt }, signal });
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`);
  await readEvents(response.body, (event) => {
    const news = JSON.parse(event.data) as LineNews;
    // The first event is the fan's own status, which the polls tell better, unless it is a call.
    if (event.name === "line") onNews(news);
    else if (news.state === "CALLED") onNews({ state: "WAITING", calledUpTo: Infinity });
  });
}
