import type { ReactNode } from "react";
import { Link } from "wouter";
import { Logo } from "../ui/Logo";

/** A message where there is no navigation: from the seat map to the payment. */
export function Bare({ children }: { children: ReactNode }) {
  return (
    <div className="page">
      <header className="top">
        <div className="wrap">
          <Link href="/" className="logo" aria-label="Onsale">
            <Logo />
          </Link>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
