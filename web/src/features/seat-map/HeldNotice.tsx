import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { read, remove } from "../../lib/storage";
import { Notice } from "../../ui/Notice";
import { text } from "./text";
import { heldKey } from "./useHold";

/** After going back from the payment: the seats are still held, and the way to them is here. */
export function HeldNotice({ scheduleId }: { scheduleId: string }) {
  const t = useText(text);
  const queries = useQueryClient();
  const id = read(heldKey(scheduleId));
  const { data } = useQuery({
    queryKey: ["reservation", id],
    queryFn: ({ signal }) =>
      call("/api/reservations/{id}", "get", { path: { id: id! }, signedIn: true, signal }),
    enabled: id !== null,
    staleTime: 0,
  });
  if (!data || data.status !== "PENDING") return null;
  const release = async () => {
    await call("/api/reservations/hold/{id}", "delete", {
      path: { id: data.reservationId },
      signedIn: true,
    }).catch(() => undefined);
    remove(heldKey(scheduleId));
    await queries.invalidateQueries({ queryKey: ["reservation", id] });
  };
  return (
    <Notice tone="accent">
      <b>{t("held", { n: data.seats.length })}</b>
      <span className="held-ways">
        <Link className="link" href={`/checkout/${data.reservationId}`}>
          {t("heldContinue")}
        </Link>
        {data.checkedOut ? null : (
          <button type="button" onClick={() => void release()}>
            {t("heldRelease")}
          </button>
        )}
      </span>
    </Notice>
  );
}
