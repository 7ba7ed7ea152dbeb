import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { name } from "../../../lib/format";
import { Field } from "../../../ui/Field";
import { Select } from "../Select";
import type { CardProps } from "./EventEditor";
import { text } from "./text";

/** Texts, place, days and limits of an event. */
export function Basics({ form, set, isOver, isLocked }: CardProps) {
  const t = useText(text);
  const descriptionId = useId();
  const venues = useQuery({
    queryKey: ["desk-venues", "to choose from"],
    queryFn: ({ signal }) =>
      call("/api/admin/venues", "get", { query: { size: 100 }, signedIn: true, signal }),
  });
  return (
    <section className="card office-card" aria-labelledby="event-basics">
      <h2 id="event-basics" className="title-3">
        {t("basics")}
      </h2>
      <div className="office-fields">
        <div className="office-field-wide">
          <Field
            label={t("title")}
            hint={t("titleHint")}
            value={form.title}
            required
            maxLength={300}
            disabled={isOver}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
        </div>
        <Field
          label={t("artist")}
          value={form.artist}
          required
          maxLength={200}
          disabled={isOver}
          onChange={(event) => set({ artist: event.currentTarget.value })}
        />
        <Select
          label={t("hall")}
          required
          value={form.hallId}
          disabled={isOver || isLocked}
          onChange={(event) => set({ hallId: event.currentTarget.value })}
        >
          <option value="">{t("chooseHall")}</option>
          {venues.data?.items.flatMap((venue) =>
            venue.halls.map((hall) => (
              <option key={hall.id} value={hall.id}>
                {`${name(venue.name)} ${hall.name} (${t("seats", { n: hall.capacity })})`}
              </option>
            )),
          )}
        </Select>
        <Field
          label={t("startsOn")}
          type="date"
          value={form.startsOn}
          required
          disabled={isOver}
          onChange={(event) => set({ startsOn: event.currentTarget.value })}
        />
        <Field
          label={t("endsOn")}
          type="date"
          value={form.endsOn}
          min={form.startsOn}
          required
          disabled={isOver}
          onChange={(event) => set({ endsOn: event.currentTarget.value })}
        />
        <Field
          label={t("perPerson")}
          type="number"
          min={1}
          max={100}
          value={form.seatsPerPersonMax ?? ""}
          required
          disabled={isOver || isLocked}
          onChange={(event) => set({ seatsPerPersonMax: event.currentTarget.valueAsNumber })}
        />
        <Field
          label={t("holdMinutes")}
          type="number"
          min={1}
          max={60}
          value={(form.holdSeconds ?? 300) / 60}
          required
          disabled={isOver}
          onChange={({ currentTarget: { valueAsNumber } }) =>
            set({ holdSeconds: Math.round((valueAsNumber || 1) * 60) })
          }
        />
        <div className="field office-field-wide">
          <label htmlFor={descriptionId}>{t("description")}</label>
          <textarea
            id={descriptionId}
            className="input office-text"
            rows={5}
            maxLength={20_000}
            value={form.description ?? ""}
            disabled={isOver}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
        </div>
        <label className="checkbox">
          <input
            type="checkbox"
            checked={form.hasOPSeats ?? true}
            disabled={isOver}
            onChange={(event) => set({ hasOPSeats: event.currentTarget.checked })}
          />
          <span>{t("hasOP")}</span>
        </label>
      </div>
    </section>
  );
}
