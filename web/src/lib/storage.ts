/** What stays on the device. A browser that forbids storage must not break a page. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Full or forbidden: the page works on with what it has in memory.
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There is nothing to remove where nothing can be kept.
  }
}

export function readJson<T>(key: string): T | null {
  const stored = read(key);
  if (stored === null) {
    return null;
  }
  try {
    return JSON.parse(stored) as T;
  } catch {
    return null;
  }
}

export function writeJson(key: string, value: unknown): void {
  write(key, JSON.stringify(value));
}

/** The keys that more than one page uses. Each is written before what it stands for is shown. */
export const keys = {
  receipt: (scheduleId: string) => `onsale.receipt.${scheduleId}`,
  entry: (scheduleId: string) => `onsale.entry.${scheduleId}`,
  payment: (reservationId: string) => `onsale.payment.${reservationId}`,
};

/** An admission: shown as `X-Queue-Token` until it expires. */
export interface Entry {
  token: string;
  expiresAt: string;
}
