import { useState } from "react";
import { useText } from "../../../i18n/useText";
import { Field } from "../../../ui/Field";
import { text } from "./text";

/** What cannot be undone asks for the name; it is compared without spaces around it. */
export function useTypedName(name: string) {
  const t = useText(text);
  const [typed, setTyped] = useState("");
  return {
    isRight: typed.trim() === name,
    field: (
      <Field
        label={t("typeName", { name })}
        value={typed}
        autoComplete="off"
        maxLength={300}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    ),
  };
}
