import { type RefObject, useEffect, useState } from "react";

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector;
  }
}

export const hasCamera = () =>
  window.BarcodeDetector !== undefined && navigator.mediaDevices !== undefined;

const EVERY_MILLIS = 200;

/** Reads QR codes from the camera while it is on; the same code once until another comes. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (code: string) => void,
): boolean {
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const Detector = window.BarcodeDetector;
    const element = video.current;
    if (!isOn || !Detector || !element) return;
    let stream: MediaStream | undefined;
    let isOver = false;
    let last = "";
    let timer: number | undefined;
    const detector = new Detector({ formats: ["qr_code"] });
    const look = async () => {
      const found = await detector.detect(element).catch(() => []);
      const code = found[0]?.rawValue;
      if (code !== undefined && code !== last) {
        last = code;
        onCode(code);
      }
      if (!isOver) timer = window.setTimeout(() => void look(), EVERY_MILLIS);
    };
    setFailed(false);
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: "environment" } })
      .then(async (opened) => {
        stream = opened;
        if (isOver) return opened.getTracks().forEach((track) => track.stop());
        element.srcObject = opened;
        await element.play();
        await look();
      })
      .catch(() => setFailed(true));
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, [video, isOn, onCode]);
  return hasFailed;
}
