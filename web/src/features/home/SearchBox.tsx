import { useEffect, useRef, useState } from "react";
import { useText } from "../../i18n/useText";
import { Icon } from "../../ui/Icon";
import { text } from "./text";

const TYPING_MILLIS = 250;

/** Tells what was typed when the fan pauses for a moment; at once when the fan presses enter. */
export function SearchBox(props: {
  query: string;
  onSearch: (query: string, isFinal: boolean) => void;
  focused?: boolean;
}) {
  const t = useText(text);
  const [typed, setTyped] = useState(props.query);
  const input = useRef<HTMLInputElement>(null);
  const { query, onSearch, focused } = props;
  const [shown, setShown] = useState(query);
  if (query !== shown) {
    setShown(query); // changed by a recent search or the back button
    setTyped(query);
  }

  useEffect(() => {
    if (focused) {
      input.current?.focus({ preventScroll: true });
    }
  }, [focused]);

  useEffect(() => {
    if (typed.trim() === query) {
      return;
    }
    const timer = setTimeout(() => onSearch(typed.trim(), false), TYPING_MILLIS);
    return () => clearTimeout(timer);
  }, [typed, query, onSearch]);

  return (
    <form
      role="search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim(), true);
      }}
    >
      <Icon name="search" size={20} />
      <input
        ref={input}
        type="search"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        aria-label={t("search")}
        placeholder={t("search")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed !== "" ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t("clear")}
          onClick={() => {
            setTyped("");
            onSearch("", true);
            input.current?.focus();
          }}
        >
          <Icon name="close" size={20} />
        </button>
      ) : null}
    </form>
  );
}
