import { useEffect, useState } from "react";
import { latestServerNow, onceKnown, serverNow, timeLeft } from "./clock";

/** The server's time, again at each of its full seconds, so that all countdowns step together. */
export function useServerTime(): number {
  return useTicks(serverNow);
}

/** Milliseconds until a deadline of the server, counted down each second. */
export function useTimeLeft(deadline: string | null | undefined): number {
  return timeLeft(deadline, useTicks(latestServerNow));
}

function useTicks(clock: () => number): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      clearTimeout(timer);
      const at = clock();
      setNow(at);
      timer = setTimeout(tick, 1000 - (at % 1000) + 5);
    };
    tick();
    const stop = onceKnown(tick);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [clock]);
  return now;
}
