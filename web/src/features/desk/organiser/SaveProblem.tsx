import { isProblem } from "../../../api/problem";
import { useText } from "../../../i18n/useText";
import { Notice } from "../../../ui/Notice";
import { text } from "./text";

/** Why something was not saved: each field with what the platform says of it. */
export function SaveProblem({ error }: { error: unknown }) {
  const t = useText(text);
  const problem = isProblem(error) ? error : null;
  const key =
    problem?.code === "catalog.in_use" ? "inUse" : problem?.isTemporary ? "offline" : "saveFailed";
  return (
    <Notice tone="stop" alert>
      {t(key)}
      {problem && problem.errors.length > 0 ? (
        <ul className="office-errors">
          {problem.errors.map((one) => (
            <li key={one.field + one.message}>
              <code className="trace">{one.field}</code> {one.message}
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}
