/** One setting that somebody has changed. */
export interface Changed {
  key: string;
  from: string;
  to: string;
}

/** What differs between two states of settings, as the audit keeps them. */
export function changesOf(
  before: string | null | undefined,
  after: string | null | undefined,
): Changed[] {
  const [old, now] = [parsed(before), parsed(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((key) => ({ key, from: said(old[key]), to: said(now[key]) }))
    .filter(({ from, to }) => from !== to);
}

function parsed(json: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // a state too large for the audit, kept as a hash
  }
}

function said(value: unknown): string {
  return value === null || value === undefined ? "–" : String(value);
}
