import { Redirect } from "wouter";
import { DeskLayout } from "./DeskLayout";
import { useText } from "../../i18n/useText";
import { sectionsOf, STAFF } from "./shell/sections";
import { text } from "./shell/text";
import { useRole } from "./shell/useRole";

/** `/desk`: on to the first page of the account's role. */
export default function DeskHomePage() {
  const t = useText(text);
  const { role } = useRole();
  const first = role === undefined ? undefined : sectionsOf(role)[0];
  return (
    <DeskLayout roles={STAFF} title={t("desk")}>
      {first ? <Redirect to={first.path} replace /> : null}
    </DeskLayout>
  );
}
