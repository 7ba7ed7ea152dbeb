import { useText } from "../../i18n/useText";
import { name } from "../../lib/format";
import { Marked } from "./Marked";
import { text } from "./text";
import type { Suggestion } from "./useSuggestions";

const kinds = {
  TITLE: "kindTitle",
  ARTIST: "kindArtist",
  VENUE: "kindVenue",
  CAST: "kindCast",
} as const satisfies Record<Suggestion["kind"], string>;

export const suggestionId = (at: number) => `suggestion-${at}`;

/** Below the search box; the box keeps the focus and says which one is chosen. */
export function SuggestionList(props: {
  suggestions: Suggestion[];
  chosen: number;
  term: string;
  onTake: (suggestion: Suggestion) => void;
}) {
  const t = useText(text);
  return (
    <ul className="suggestions" id="suggestions" role="listbox" aria-label={t("suggestions")}>
      {props.suggestions.map((suggestion, at) => (
        <li
          key={`${suggestion.kind}-${suggestion.eventId ?? suggestion.text}`}
          id={suggestionId(at)}
          role="option"
          aria-selected={at === props.chosen}
          className="suggestion"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onTake(suggestion)}
        >
          <span className="suggestion-text">
            <Marked text={name(suggestion.text)} term={props.term} />
          </span>
          <span className="caption ink-3">{t(kinds[suggestion.kind])}</span>
        </li>
      ))}
    </ul>
  );
}
