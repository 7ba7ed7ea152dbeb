/** Reads a QR code from a picture of the camera; null if there is none to read. */
export type ReadQr = (video: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: string[] }): Detector;
      getSupportedFormats(): Promise<string[]>;
    };
  }
}

/** Larger pictures take longer and are not read better. */
const WIDTH_MAX = 960;

/** The browser's own reader where it has one for QR codes, else a library that is loaded then. */
export async function qrReader(): Promise<ReadQr> {
  const Detector = window.BarcodeDetector;
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  if (Detector && formats.includes("qr_code")) {
    const detector = new Detector({ formats: ["qr_code"] });
    return async (video) => {
      const found = await detector.detect(video).catch(() => []);
      return found[0]?.rawValue ?? null;
    };
  }
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return null;
    const scale = Math.min(1, WIDTH_MAX / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      return null; // most pictures have none
    }
  };
}
