import { useState } from "react";
import { Logo } from "./Logo";

/**
 * A poster, or quiet paper in its size where there is none. The title stands beside it. All but the
 * first of a page come when they are near.
 */
export function Poster(props: { url: string; className?: string; isFirst?: boolean }) {
  const { url, className = "", isFirst = false } = props;
  const [failed, setFailed] = useState(false);
  if (url === "" || failed) {
    return (
      <span className={`poster poster-none ${className}`} aria-hidden="true">
        <Logo />
      </span>
    );
  }
  return (
    <img
      className={`poster ${className}`}
      src={url}
      alt=""
      width={300}
      height={400}
      loading={isFirst ? "eager" : "lazy"}
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}
