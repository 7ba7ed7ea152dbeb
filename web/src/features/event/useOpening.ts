import { useState } from "react";

/** All fans see a sale open in the same second; what they do at once is spread over two. */
const SPREAD_MILLIS = 2_000;

/** The server's time as this page believes it: behind by a moment of its own once the sale is near. */
export function useSpread(now: number): number {
  const [behind] = useState(() => Math.random() * SPREAD_MILLIS);
  return now - behind;
}
