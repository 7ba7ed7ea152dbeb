import { Component, type ReactNode } from "react";
import { Bare } from "./Bare";
import { text } from "./text";
import { MessagePage } from "./MessagePage";

/** A page that breaks says so; the rest of the app stays. */
export class ErrorBoundary extends Component<
  { children: ReactNode; resetKey: string; isBare: boolean },
  { error: unknown }
> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate(previous: { resetKey: string }) {
    if (previous.resetKey !== this.props.resetKey && this.state.error !== null) {
      this.setState({ error: null });
    }
  }

  override render() {
    if (this.state.error === null) {
      return this.props.children;
    }
    // A part of the app that is not there any more: a new version was installed meanwhile.
    const isOld = /dynamically imported module|Importing a module|preload CSS/i.test(
      String(this.state.error),
    );
    const message = (
      <MessagePage
        icon={isOld ? "refresh" : "alert"}
        title={text(isOld ? "updatedTitle" : "failedTitle")}
        detail={text(isOld ? "updated" : "failed")}
      >
        <button
          type="button"
          className="button button-primary"
          onClick={() => window.location.reload()}
        >
          {text("reload")}
        </button>
        <a className="button" href="/">
          {text("toShows")}
        </a>
      </MessagePage>
    );
    return this.props.isBare ? <Bare>{message}</Bare> : message;
  }
}
