import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useParams } from "wouter";
import { call } from "../../../api/client";
import { isProblem } from "../../../api/problem";
import { ProblemPage } from "../../../app/MessagePage";
import { useText } from "../../../i18n/useText";
import { showTime } from "../../../lib/format";
import { looksOf } from "../../../ui/grades";
import { Notice } from "../../../ui/Notice";
import type { LayoutDocument } from "../../seat-map/engine/layout";
import { planOf } from "../../seat-map/engine/plan";
import { HELD, SOLD } from "../../seat-map/engine/status";
import { DeskLayout } from "../DeskLayout";
import { ORGANISERS } from "../shell/sections";
import { AllocateForm } from "./AllocateForm";
import { AllocationList } from "./AllocationList";
import { useOwnEvent } from "./EventEditPage";
import { PickMap } from "./PickMap";
import { text } from "./text";
import "./hall/hall.css";
import "./organiser.css";

/** Seats of one date that are out of the sale: chosen on the map, taken, and given back. */
export default function AllocationsPage() {
  const t = useText(text);
  const { eventId = "", scheduleId = "" } = useParams<{ eventId: string; scheduleId: string }>();
  const event = useOwnEvent(eventId);
  const schedule = event.data?.schedules.find((one) => one.id === scheduleId);
  const layout = useQuery({
    queryKey: ["layout", scheduleId],
    queryFn: async ({ signal }) =>
      (await call("/api/schedules/{scheduleId}/layout", "get", {
        path: { scheduleId },
        signal,
      })) as unknown as LayoutDocument,
    staleTime: Infinity,
  });
  const taken = useQuery({
    queryKey: ["allocations", scheduleId, "seats"],
    queryFn: ({ signal }) =>
      call("/api/admin/allocations/{scheduleId}/seats", "get", {
        path: { scheduleId },
        signedIn: true,
        signal,
      }),
    refetchInterval: 15_000,
  });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const queries = useQueryClient();
  const plan = useMemo(() => (layout.data ? planOf(layout.data) : null), [layout.data]);
  const states = useMemo(() => {
    const all = new Uint8Array(plan?.count ?? 0);
    for (const { ordinal, by } of taken.data?.seats ?? [])
      all[ordinal] = by === "HELD" ? HELD : SOLD;
    return all;
  }, [plan, taken.data]);
  const looks = useMemo(() => {
    const found = looksOf(
      (event.data?.grades ?? []).map(({ code, price }) => ({ grade: code, price })),
    );
    return (plan?.grades ?? []).map((grade) => found.get(grade) ?? 6);
  }, [plan, event.data]);
  const toggle = (ordinal: number) => {
    if (states[ordinal] !== 0) return;
    const next = new Set(chosen);
    if (!next.delete(ordinal)) next.add(ordinal);
    setChosen(next);
  };
  const failed = event.error ?? taken.error ?? layout.error;
  const isUnknown =
    isProblem(failed) && failed.status === 404 && event.data?.status === "PREPARING";
  return (
    <DeskLayout
      roles={ORGANISERS}
      title={t("allocations")}
      sub={schedule ? showTime(schedule.startsAt) : undefined}
      back={{ href: `/desk/events/${eventId}`, label: t("toEvent") }}
    >
      {isUnknown ? (
        <Notice>{t("notKnown")}</Notice>
      ) : failed ? (
        <ProblemPage
          error={failed}
          retry={() => void Promise.all([event.refetch(), taken.refetch(), layout.refetch()])}
        />
      ) : null}
      {plan && taken.data && event.data ? (
        <>
          <p className="ink-2">{t("allocationsLead")}</p>
          <div className="office-columns">
            <div className="card office-pick">
              <PickMap plan={plan} looks={looks} states={states} chosen={chosen} onSeat={toggle} />
              <p className="caption ink-3 office-pick-hint">{t("chooseOnMap")}</p>
            </div>
            <AllocateForm
              plan={plan}
              scheduleId={scheduleId}
              states={states}
              chosen={chosen}
              onChoose={setChosen}
              onDone={async () => {
                setChosen(new Set());
                await queries.invalidateQueries({ queryKey: ["allocations", scheduleId] });
              }}
              onTaken={() => void taken.refetch()}
            />
          </div>
          <AllocationList scheduleId={scheduleId} />
        </>
      ) : null}
    </DeskLayout>
  );
}
