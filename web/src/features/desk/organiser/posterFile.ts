/** As much as one request may carry, in bytes before they are written as base64. */
const BYTES_MAX = 1_300_000;
const WIDTH_MAX = 1_200;
const QUALITY = 0.88;

/** An image as it is sent: as it is if it is small enough, else made smaller by the browser. */
export async function posterBase64(file: File): Promise<string> {
  const isKnown = file.type === "image/jpeg" || file.type === "image/png";
  return base64(isKnown && file.size <= BYTES_MAX ? file : await smaller(file));
}

async function smaller(file: File): Promise<Blob> {
  const image = await createImageBitmap(file);
  const width = Math.min(WIDTH_MAX, image.width);
  const height = Math.round((image.height * width) / image.width);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")!.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("no picture"))),
      "image/jpeg",
      QUALITY,
    ),
  );
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  }
  return btoa(text);
}
