/** A text in which what was searched for is marked. */
export function Marked({ text, term }: { text: string; term: string }) {
  const at = term === "" ? -1 : text.toLowerCase().indexOf(term.toLowerCase());
  if (at < 0) {
    return <>{text}</>;
  }
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + term.length)}</mark>
      {text.slice(at + term.length)}
    </>
  );
}
