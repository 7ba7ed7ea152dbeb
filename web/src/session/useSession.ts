import { useSyncExternalStore } from "react";
import { onSession, sessionState, type SessionState } from "./session";

export function useSession(): SessionState {
  return useSyncExternalStore(onSession, sessionState);
}
