/** Saves a file as if it had been downloaded. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads it a moment later.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
