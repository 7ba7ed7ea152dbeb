import { useParams } from "wouter";
import { ProblemPage } from "../../../app/MessagePage";
import { useText } from "../../../i18n/useText";
import { name } from "../../../lib/format";
import { Notice } from "../../../ui/Notice";
import { EventDetails } from "../../event/EventPage";
import { DeskLayout } from "../DeskLayout";
import { ORGANISERS } from "../shell/sections";
import { useOwnEvent } from "./EventEditPage";
import { text } from "./text";

/** The fans' page of an event, also before they may see it. */
export default function PreviewPage() {
  const t = useText(text);
  const { eventId = "" } = useParams<{ eventId: string }>();
  const event = useOwnEvent(eventId);
  return (
    <DeskLayout
      roles={ORGANISERS}
      title={event.data ? name(event.data.title) : t("preview")}
      sub={t("preview")}
      back={{ href: `/desk/events/${eventId}`, label: t("toEvent") }}
    >
      <Notice tone="accent">{t("previewBar")}</Notice>
      {event.isError ? (
        <ProblemPage error={event.error} retry={() => void event.refetch()} />
      ) : null}
      {event.data ? (
        <div className="card office-preview">
          <EventDetails show={event.data} />
        </div>
      ) : null}
    </DeskLayout>
  );
}
