import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "../../../api/client";
import { isProblem } from "../../../api/problem";
import { useText } from "../../../i18n/useText";
import { floorName } from "../../../lib/format";
import { Field } from "../../../ui/Field";
import { Notice } from "../../../ui/Notice";
import { type Plan, seatId } from "../../seat-map/engine/plan";
import { Select } from "../Select";
import { parseNumbers } from "./hall/edit";
import { SaveProblem } from "./SaveProblem";
import { text } from "./text";

export const PURPOSES = ["HOUSE", "CAMERA", "SPONSOR", "COMPLIMENTARY"] as const;
const SEATS_MAX = 500;

/** What the chosen seats are for. Seats can be chosen by their numbers as well as on the map. */
export function AllocateForm(props: {
  plan: Plan;
  scheduleId: string;
  states: Uint8Array;
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
  onDone: () => Promise<void>;
  onTaken: () => void;
}) {
  const t = useText(text);
  const { plan, scheduleId, chosen } = props;
  const [key, setKey] = useState(() => crypto.randomUUID());
  const take = useMutation({
    mutationFn: (form: FormData) =>
      call("/api/admin/allocations/{scheduleId}", "post", {
        path: { scheduleId },
        headers: { "Idempotency-Key": key },
        body: {
          purpose: String(form.get("purpose")) as (typeof PURPOSES)[number],
          note: String(form.get("note")).trim(),
          seatIds: [...chosen].map((ordinal) => seatId(plan, ordinal)),
        },
        signedIn: true,
      }),
    onSuccess: async () => {
      setKey(crypto.randomUUID());
      await props.onDone();
    },
    onError: (error) => {
      if (isProblem(error) && error.isTemporary) return; // the same request may be sent again
      setKey(crypto.randomUUID());
      props.onTaken();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    take.mutate(new FormData(event.currentTarget));
  };
  const taken = isProblem(take.error, "reservation.seats_taken")
    ? ((take.error.extra["seatIds"] as string[] | undefined) ?? [])
    : null;
  return (
    <div className="stack">
      <ByNumber {...props} />
      <form className="card office-card" onSubmit={submit}>
        <p role="status">
          <b>{t("chosen", { n: chosen.size })}</b>
        </p>
        <Select label={t("purpose")} name="purpose" defaultValue="HOUSE">
          {PURPOSES.map((one) => (
            <option key={one} value={one}>
              {t(one)}
            </option>
          ))}
        </Select>
        <Field label={t("note")} hint={t("noteHint")} name="note" maxLength={200} />
        {taken ? (
          <Notice tone="stop" alert>
            {t("taken", { n: taken.length })}
          </Notice>
        ) : take.isError ? (
          <SaveProblem error={take.error} />
        ) : null}
        <button
          className="button button-primary"
          disabled={chosen.size === 0 || chosen.size > SEATS_MAX || take.isPending}
        >
          {t("take")}
        </button>
        {chosen.size > 0 ? (
          <button type="button" className="button" onClick={() => props.onChoose(new Set())}>
            {t("clearSeats")}
          </button>
        ) : null}
      </form>
    </div>
  );
}

/** The same without the map: section, row and numbers, or how many of a standing zone. */
function ByNumber(props: {
  plan: Plan;
  states: Uint8Array;
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
}) {
  const t = useText(text);
  const { plan, states, chosen } = props;
  const [place, setPlace] = useState("0");
  const [row, setRow] = useState("0");
  const [numbers, setNumbers] = useState("");
  const [isWrong, setWrong] = useState(false);
  const isZone = place.startsWith("z");
  const section = isZone ? undefined : plan.sections[Number(place)];
  const zone = isZone ? plan.zones[Number(place.slice(1))] : undefined;
  const isFree = (ordinal: number) => states[ordinal] === 0 && !chosen.has(ordinal);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const found = zone
      ? firstFree(zone, Number(numbers), isFree)
      : ofRow(plan, section?.rows[Number(row)], parseNumbers(numbers), isFree);
    setWrong(found === null);
    if (!found) return;
    props.onChoose(new Set([...chosen, ...found]));
    setNumbers("");
  };
  return (
    <form className="card office-card" onSubmit={add}>
      <h2 className="title-3">{t("byNumber")}</h2>
      <Select
        label={t("section")}
        value={place}
        onChange={(event) => {
          setPlace(event.currentTarget.value);
          setRow("0");
        }}
      >
        {plan.sections.map((one) => (
          <option key={one.index} value={one.index}>
            {`${floorName(one.floor)} ${one.name}`}
          </option>
        ))}
        {plan.zones.map((one) => (
          <option key={`z${one.index}`} value={`z${one.index}`}>
            {`${floorName(one.floor)} ${one.name}`}
          </option>
        ))}
      </Select>
      {section ? (
        <Select
          label={t("row")}
          value={row}
          onChange={(event) => setRow(event.currentTarget.value)}
        >
          {section.rows.map((one, i) => (
            <option key={one.index} value={i}>
              {one.name}
            </option>
          ))}
        </Select>
      ) : null}
      <Field
        label={zone ? t("zoneSeats", { zone: zone.name }) : t("numbers")}
        value={numbers}
        required
        error={isWrong ? t("noSuchSeat") : undefined}
        onChange={(event) => setNumbers(event.currentTarget.value)}
      />
      <button className="button">{t("addSeats")}</button>
    </form>
  );
}

function firstFree(
  zone: { first: number; count: number },
  wanted: number,
  isFree: (ordinal: number) => boolean,
): number[] | null {
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > SEATS_MAX) return null;
  const found: number[] = [];
  for (let i = zone.first; i < zone.first + zone.count && found.length < wanted; i++) {
    if (isFree(i)) found.push(i);
  }
  return found.length === wanted ? found : null;
}

function ofRow(
  plan: Plan,
  row: { first: number; count: number } | undefined,
  numbers: number[] | null,
  isFree: (ordinal: number) => boolean,
): number[] | null {
  if (!row || !numbers || numbers.length === 0) return null;
  const byNumber = new Map<string, number>();
  for (let i = row.first; i < row.first + row.count; i++) byNumber.set(plan.numbers(i), i);
  const found = numbers.map((number) => byNumber.get(String(number)));
  return found.every((one) => one !== undefined && isFree(one)) ? (found as number[]) : null;
}
