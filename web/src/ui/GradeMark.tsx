import { lookPaths, type Look } from "./grades";

export function GradeMark({ look }: { look: Look }) {
  return (
    <svg className={`grade-mark grade-${look}`} viewBox="-8 -8 16 16" aria-hidden="true">
      <path d={lookPaths[look]} />
    </svg>
  );
}
