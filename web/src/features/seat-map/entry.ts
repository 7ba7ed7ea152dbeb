import { useCallback, useState } from "react";
import { call } from "../../api/client";
import { type Entry, keys, readJson, writeJson } from "../../lib/storage";

/** As the waiting room has stored it. */
interface Admission extends Entry {
  extensionsLeft?: number;
}

/** The fan's admission to a sale with a waiting room. */
export function useEntry(scheduleId: string) {
  const [entry, setEntry] = useState(() => readJson<Admission>(keys.entry(scheduleId)));
  const [extensionsLeft, setExtensionsLeft] = useState(entry?.extensionsLeft ?? 0);
  const extend = useCallback(async () => {
    const current = readJson<Entry>(keys.entry(scheduleId));
    if (!current) return;
    const answer = await call("/api/queue/extend", "post", {
      headers: { "X-Queue-Token": current.token },
      signedIn: true,
    });
    const next = {
      token: answer.entryToken,
      expiresAt: answer.entryExpiresAt,
      extensionsLeft: answer.extensionsLeft,
    };
    writeJson(keys.entry(scheduleId), next);
    setEntry(next);
    setExtensionsLeft(answer.extensionsLeft);
  }, [scheduleId]);
  return { entry, extend, extensionsLeft, setExtensionsLeft };
}

export function entryToken(scheduleId: string): string | null {
  return readJson<Entry>(keys.entry(scheduleId))?.token ?? null;
}
