import { type RefObject, useEffect, useState } from "react";
import { qrReader } from "./qrReader";

export const hasCamera = () => navigator.mediaDevices !== undefined;

const EVERY_MILLIS = 200;
/** A ticket that stays before the camera is read once; shown again later it is read again. */
const FORGET_MILLIS = 3_000;

/** Reads QR codes from the camera while it is on. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (code: string) => void,
): boolean {
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!isOn || !element) return;
    let stream: MediaStream | undefined;
    let isOver = false;
    let last = { code: "", at: 0 };
    let timer: number | undefined;
    setFailed(false);
    const begin = async () => {
      const read = await qrReader();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (isOver) return stop(stream);
      element.srcObject = stream;
      await element.play();
      const look = async () => {
        const code = await read(element);
        if (isOver) return;
        const now = performance.now();
        if (code !== null) {
          const isNew = code !== last.code || now - last.at > FORGET_MILLIS;
          last = { code, at: now };
          if (isNew) onCode(code);
        }
        timer = window.setTimeout(() => void look(), EVERY_MILLIS);
      };
      await look();
    };
    begin().catch(() => {
      if (!isOver) setFailed(true);
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop(stream);
    };
  }, [video, isOn, onCode]);
  return hasFailed;
}

function stop(stream: MediaStream | undefined): void {
  stream?.getTracks().forEach((track) => track.stop());
}
