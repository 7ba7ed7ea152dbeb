import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { Field } from "../../../ui/Field";
import { Notice } from "../../../ui/Notice";
import { SaveProblem } from "./SaveProblem";
import { text } from "./text";

type Venue = Answer<"/api/admin/venues/{venueId}", "get">;

/** Name and place of a venue; null makes a new one. */
export function VenueForm(props: { venue: Venue | null; onSaved: (id: string) => void }) {
  const t = useText(text);
  const queries = useQueryClient();
  const { venue } = props;
  const save = useMutation({
    mutationFn: (body: { name: string; address: string; city: string; venueType: string }) =>
      venue
        ? call("/api/admin/venues/{venueId}", "put", {
            path: { venueId: venue.id },
            body,
            signedIn: true,
          })
        : call("/api/admin/venues", "post", { body, signedIn: true }),
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ["desk-venues"] });
      await queries.invalidateQueries({ queryKey: ["desk-venue", saved.id] });
      props.onSaved(saved.id);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const value = (key: string) => String(form.get(key)).trim();
    save.mutate({
      name: value("name"),
      address: value("address"),
      city: value("city"),
      venueType: value("venueType"),
    });
  };
  const isReadOnly = venue !== null && !venue.own;
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label={t("name")}
        name="name"
        defaultValue={venue?.name}
        required
        maxLength={200}
        disabled={isReadOnly}
      />
      <Field
        label={t("cityName")}
        name="city"
        defaultValue={venue?.city}
        required
        maxLength={100}
        disabled={isReadOnly}
      />
      <Field
        label={t("address")}
        name="address"
        defaultValue={venue?.address}
        required
        maxLength={500}
        disabled={isReadOnly}
      />
      <Field
        label={t("venueType")}
        hint={t("venueTypeHint")}
        name="venueType"
        defaultValue={venue?.venueType ?? "theater"}
        required
        maxLength={40}
        disabled={isReadOnly}
      />
      {save.isError ? <SaveProblem error={save.error} /> : null}
      {save.isSuccess && venue ? <Notice tone="go">{t("saved")}</Notice> : null}
      {isReadOnly ? null : (
        <button className="button button-primary" disabled={save.isPending}>
          {t(save.isPending ? "saving" : "save")}
        </button>
      )}
    </form>
  );
}
