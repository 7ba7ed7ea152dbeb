import { useState, type ComponentProps } from "react";
import { useText } from "../../i18n/useText";
import { Field } from "../../ui/Field";
import { text } from "./text";

/** Pasting is allowed, and so is looking. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "aside">) {
  const t = useText(text);
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      aside={
        <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {t(shown ? "hide" : "show")}
        </button>
      }
    />
  );
}
