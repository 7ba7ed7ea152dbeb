/** The state light; a word always stands beside it. */
export type CueState = "ring" | "wait" | "go" | "hurry" | "stop";

export function Cue({ state, live = false }: { state: CueState; live?: boolean }) {
  return <span className={`cue cue-${state}${live ? " cue-live" : ""}`} aria-hidden="true" />;
}
