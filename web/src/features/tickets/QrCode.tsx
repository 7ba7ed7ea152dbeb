import { encode } from "uqr";
import { useMemo } from "react";

/** Dark on white in both themes: scanners expect it so. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(value, { ecc: "M", border: 0 });
    return { path: dots(data), size };
  }, [value]);
  return (
    <svg className="qr" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label}>
      <path className="qr-paper" d={`M-4-4h${size + 8}v${size + 8}h-${size + 8}z`} />
      <path className="qr-dots" d={path} />
    </svg>
  );
}

/** One run of dark modules is one rectangle. */
export function dots(rows: boolean[][]): string {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      let width = 0;
      while (row[x + width]) {
        width++;
      }
      if (width > 0) {
        path += `M${x} ${y}h${width}v1h-${width}z`;
        x += width;
      }
    }
  });
  return path;
}
