import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Answer } from "../../api/answers";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { text } from "./text";

type EntryRules = Answer<"/api/admin/check-in/rules/{eventId}", "get">;

/** Whether who left may come back, and by which door a section enters, for all dates of a show. */
export function Rules({ eventId, onSaved }: { eventId: string; onSaved: () => void }) {
  const t = useText(text);
  const rules = useQuery({
    queryKey: ["check-in-rules", eventId],
    queryFn: ({ signal }) =>
      call("/api/admin/check-in/rules/{eventId}", "get", {
        path: { eventId },
        signedIn: true,
        signal,
      }),
  });
  return (
    <details className="desk-rules">
      <summary className="title-2">{t("rules")}</summary>
      <p className="small ink-2">{t("rulesLead")}</p>
      {rules.data ? (
        <RulesForm
          key={rules.dataUpdatedAt}
          eventId={eventId}
          rules={rules.data}
          onSaved={onSaved}
        />
      ) : null}
    </details>
  );
}

function RulesForm(props: { eventId: string; rules: EntryRules; onSaved: () => void }) {
  const t = useText(text);
  const [doors, setDoors] = useState(props.rules.doors.map((door, key) => ({ ...door, key })));
  const [state, setState] = useState<"changed" | "saved" | "failed">("changed");
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const all = (field: string) => form.getAll(field).map((value) => String(value).trim());
    const [floors, sections, names] = [all("floor"), all("section"), all("door")];
    try {
      await call("/api/admin/check-in/rules/{eventId}", "put", {
        path: { eventId: props.eventId },
        body: {
          reEntry: form.get("reEntry") === "on",
          doors: names.map((door, i) => ({
            floor: floors[i] ?? "",
            section: sections[i] ?? "",
            door,
          })),
        },
        signedIn: true,
      });
      setState("saved");
      props.onSaved();
    } catch {
      setState("failed");
    }
  };
  return (
    <form
      className="desk-form"
      onSubmit={(event) => void save(event)}
      onChange={() => setState("changed")}
    >
      <label className="checkbox">
        <input type="checkbox" name="reEntry" defaultChecked={props.rules.reEntry} />
        <span>{t("reEntry")}</span>
      </label>
      <h3 className="title-3">{t("sectionDoors")}</h3>
      <p className="small ink-2">{t("free")}</p>
      {doors.map((one) => (
        <div className="desk-door" key={one.key}>
          <Field label={t("floor")} name="floor" defaultValue={one.floor} maxLength={50} />
          <Field label={t("section")} name="section" defaultValue={one.section} maxLength={50} />
          <Field label={t("door")} name="door" defaultValue={one.door} required maxLength={20} />
          <button
            type="button"
            className="button button-small"
            onClick={() => setDoors(doors.filter(({ key }) => key !== one.key))}
          >
            {t("removeDoor")}
          </button>
        </div>
      ))}
      <p className="desk-actions">
        <button
          type="button"
          className="button"
          onClick={() =>
            setDoors([
              ...doors,
              {
                floor: "",
                section: "",
                door: "",
                key: Math.max(-1, ...doors.map(({ key }) => key)) + 1,
              },
            ])
          }
        >
          {t("addDoor")}
        </button>
        <button className="button">{t("save")}</button>
      </p>
      {state === "saved" ? <Notice tone="go">{t("saved")}</Notice> : null}
      {state === "failed" ? (
        <Notice tone="stop" alert>
          {t("saveFailed")}
        </Notice>
      ) : null}
    </form>
  );
}
