import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useParams } from "wouter";
import { call } from "../../../api/client";
import { ProblemPage } from "../../../app/MessagePage";
import { useText } from "../../../i18n/useText";
import { name } from "../../../lib/format";
import { Notice } from "../../../ui/Notice";
import { DeskLayout } from "../DeskLayout";
import { ORGANISERS } from "../shell/sections";
import { SaveProblem } from "./SaveProblem";
import { text } from "./text";
import { VenueForm } from "./VenueForm";

/** A venue with its halls. */
export default function VenuePage() {
  const t = useText(text);
  const { venueId = "" } = useParams<{ venueId: string }>();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const venue = useQuery({
    queryKey: ["desk-venue", venueId],
    queryFn: ({ signal }) =>
      call("/api/admin/venues/{venueId}", "get", { path: { venueId }, signedIn: true, signal }),
  });
  const remove = useMutation({
    mutationFn: (hallId: string | null) =>
      hallId === null
        ? call("/api/admin/venues/{venueId}", "delete", { path: { venueId }, signedIn: true })
        : call("/api/admin/venues/{venueId}/halls/{hallId}", "delete", {
            path: { venueId, hallId },
            signedIn: true,
          }),
    onSuccess: async (_, hallId) => {
      await queries.invalidateQueries({ queryKey: ["desk-venues"] });
      if (hallId === null) navigate("/desk/venues");
      else await queries.invalidateQueries({ queryKey: ["desk-venue", venueId] });
    },
  });
  const add = (
    <Link href={`/desk/venues/${venueId}/halls/new`} className="button button-primary">
      {t("newHall")}
    </Link>
  );
  const { data } = venue;
  return (
    <DeskLayout
      roles={ORGANISERS}
      title={data ? name(data.name) : t("venue")}
      back={{ href: "/desk/venues", label: t("toVenues") }}
      actions={data?.own ? add : null}
    >
      {venue.isError && !data ? (
        <ProblemPage error={venue.error} retry={() => void venue.refetch()} />
      ) : null}
      {data ? (
        <div className="office-columns">
          <section className="card office-card" aria-labelledby="halls">
            <h2 id="halls" className="title-3">
              {t("halls")}
            </h2>
            {data.own ? null : <Notice>{t("foreign")}</Notice>}
            {data.halls.length === 0 ? <p className="ink-2">{t("noHalls")}</p> : null}
            <ul className="lines">
              {data.halls.map((hall) => (
                <li key={hall.id} className="row office-line">
                  <Link
                    href={`/desk/venues/${venueId}/halls/${hall.id}`}
                    className="office-name grow"
                  >
                    {hall.name}
                  </Link>
                  <span className="num small ink-2">{t("seats", { n: hall.capacity })}</span>
                  {data.own ? (
                    <button
                      type="button"
                      className="button button-small"
                      aria-label={t("removeHall", { name: hall.name })}
                      disabled={remove.isPending}
                      onClick={() => remove.mutate(hall.id)}
                    >
                      {t("remove")}
                    </button>
                  ) : null}
                </li>
              ))}
            </ul>
            {remove.isError ? <SaveProblem error={remove.error} /> : null}
          </section>
          <section className="card office-card" aria-labelledby="venue-form">
            <h2 id="venue-form" className="title-3">
              {t("venue")}
            </h2>
            <VenueForm key={data.id} venue={data} onSaved={() => undefined} />
            {data.own && data.halls.length === 0 ? (
              <button
                type="button"
                className="button"
                disabled={remove.isPending}
                onClick={() => remove.mutate(null)}
              >
                {t("removeVenue")}
              </button>
            ) : null}
          </section>
        </div>
      ) : null}
    </DeskLayout>
  );
}
