import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { call } from "../../../api/client";
import { ProblemPage } from "../../../app/MessagePage";
import { useText } from "../../../i18n/useText";
import { DeskLayout } from "../DeskLayout";
import { ORGANISERS } from "../shell/sections";
import { EventEditor } from "./EventEditor";
import { text } from "./text";
import "./organiser.css";

export function useOwnEvent(eventId: string) {
  return useQuery({
    queryKey: ["desk-event", eventId],
    queryFn: ({ signal }) =>
      call("/api/admin/events/{eventId}", "get", { path: { eventId }, signedIn: true, signal }),
    enabled: eventId !== "new",
  });
}

/** An event of the organiser; `new` is an empty form. */
export default function EventEditPage() {
  const t = useText(text);
  const { eventId = "" } = useParams<{ eventId: string }>();
  const event = useOwnEvent(eventId);
  if (eventId === "new") return <EventEditor key="new" event={null} />;
  if (event.data) return <EventEditor key={eventId} event={event.data} />;
  return (
    <DeskLayout
      roles={ORGANISERS}
      title={t("basics")}
      back={{ href: "/desk/events", label: t("toEvents") }}
    >
      {event.isError ? (
        <ProblemPage error={event.error} retry={() => void event.refetch()} />
      ) : null}
    </DeskLayout>
  );
}
