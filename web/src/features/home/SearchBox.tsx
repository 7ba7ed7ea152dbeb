import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useLocation } from "wouter";
import { useText } from "../../i18n/useText";
import { Icon } from "../../ui/Icon";
import { SuggestionList, suggestionId } from "./SuggestionList";
import { text } from "./text";
import { moved, useSuggestions, type Suggestion } from "./useSuggestions";

const TYPING_MILLIS = 250;

/**
 * Tells what was typed when the fan pauses for a moment; at once when the fan presses enter. While
 * the fan types it suggests titles and names.
 */
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
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const suggestions = useSuggestions(open ? typed : "");
  const [, navigate] = useLocation();
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

  const close = () => {
    setOpen(false);
    setChosen(-1);
  };
  const take = (suggestion: Suggestion) => {
    close();
    if (suggestion.eventId) {
      navigate(`/events/${suggestion.eventId}`);
    } else {
      setTyped(suggestion.text);
      onSearch(suggestion.text, true);
    }
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      return; // the keys belong to the syllable that is being typed
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      setChosen((before) => moved(before, event.key, suggestions.length));
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      close();
    }
  };
  const isShown = open && suggestions.length > 0;

  return (
    <form
      role="search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        const suggestion = isShown ? suggestions[chosen] : undefined;
        if (suggestion) {
          take(suggestion);
        } else {
          close();
          onSearch(typed.trim(), true);
        }
      }}
    >
      <Icon name="search" size={20} />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls="suggestions"
        aria-activedescendant={isShown && chosen >= 0 ? suggestionId(chosen) : undefined}
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        aria-label={t("search")}
        placeholder={t("search")}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
          setChosen(-1);
        }}
        onKeyDown={keyDown}
        onBlur={close}
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
      {isShown ? (
        <SuggestionList
          suggestions={suggestions}
          chosen={chosen}
          term={typed.trim()}
          onTake={take}
        />
      ) : null}
    </form>
  );
}
