import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { call } from "../../../../api/client";
import { isProblem } from "../../../../api/problem";
import { ProblemPage } from "../../../../app/MessagePage";
import { useText } from "../../../../i18n/useText";
import { DeskLayout } from "../../DeskLayout";
import { ORGANISERS } from "../../shell/sections";
import { HallEditor } from "./HallEditor";
import { hallOfForm, templateOf } from "./layout";
import { text } from "./text";
import "./hall.css";

/** A hall of a venue in the editor; `new` begins with a small one. */
export default function HallPage() {
  const t = useText(text);
  const { venueId = "", hallId = "" } = useParams<{ venueId: string; hallId: string }>();
  const isNew = hallId === "new";
  const venue = useQuery({
    queryKey: ["desk-venue", venueId],
    queryFn: ({ signal }) =>
      call("/api/admin/venues/{venueId}", "get", { path: { venueId }, signedIn: true, signal }),
  });
  const hall = useQuery({
    queryKey: ["desk-hall", venueId, hallId],
    queryFn: ({ signal }) =>
      call("/api/admin/venues/{venueId}/halls/{hallId}", "get", {
        path: { venueId, hallId },
        signedIn: true,
        signal,
      }),
    enabled: !isNew,
    staleTime: Infinity,
    gcTime: 0,
  });
  const failed = venue.error ?? (isNew ? null : hall.error);
  if (failed && isProblem(failed) && failed.status !== 401) {
    return (
      <DeskLayout roles={ORGANISERS} title={t("newHall")}>
        <ProblemPage
          error={failed}
          retry={() => void Promise.all([venue.refetch(), hall.refetch()])}
        />
      </DeskLayout>
    );
  }
  if (!venue.data || (!isNew && !hall.data)) {
    return (
      <DeskLayout roles={ORGANISERS} title={t("newHall")}>
        {null}
      </DeskLayout>
    );
  }
  return (
    <HallEditor
      key={hallId}
      venue={venue.data}
      hallId={isNew ? null : hallId}
      name={hall.data?.name ?? ""}
      saved={hall.data ? hallOfForm(hall.data.layout) : START}
    />
  );
}

const START = templateOf({
  rows: 10,
  seats: 20,
  grades: [
    { grade: "VIP", rows: 2 },
    { grade: "R", rows: 4 },
    { grade: "S", rows: 4 },
  ],
});
