import { sha256, zeroBits } from "./sha256";

/** Finds the number that solves a challenge, beside the page, which stays smooth. */
self.onmessage = (event: MessageEvent<{ challenge: string; bits: number }>) => {
  const { challenge, bits } = event.data;
  let number = 0;
  while (zeroBits(sha256(`${challenge}.${number}`)) < bits) {
    number++;
  }
  self.postMessage(`${challenge}.${number}`);
};
