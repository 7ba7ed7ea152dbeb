export function Logo() {
  return (
    <svg className="logo-ring" viewBox="0 0 20 20" aria-hidden="true">
      <circle className="logo-o" cx="10" cy="10" r="7.8" />
      <circle className="logo-cue" cx="10" cy="10" r="2.6" />
    </svg>
  );
}
