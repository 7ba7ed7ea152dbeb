import { type FormEvent, useState } from "react";
import { useText } from "../../../i18n/useText";
import { count, name } from "../../../lib/format";
import { Field } from "../../../ui/Field";
import { ConfirmSheet } from "../operator/ConfirmSheet";
import { forecast } from "./forecast";
import type { Cockpit, Figures } from "./saleFeed";
import { type LineSettings, useChange } from "./settings";
import { Stepper } from "./Stepper";
import { text } from "./text";

interface ControlsProps {
  sale: Cockpit["sale"];
  settings: LineSettings;
  figures: Figures | null;
}

const LIMITS = {
  admitPerSecond: { min: 1, max: 10_000, step: 1 },
  maxActive: { min: 0, max: 1_000_000, step: 50 },
  capacity: { min: 0, max: 1_000_000, step: 1_000 },
} as const;

type Numbers = Record<keyof typeof LIMITS, number>;

/** Rate and limits, staged with a forecast and then applied; the door; and words for who waits. */
export function Controls({ sale, settings, figures }: ControlsProps) {
  const t = useText(text);
  const change = useChange(sale.scheduleId);
  const [staged, setStaged] = useState<Partial<Numbers>>({});
  const [isDraining, setDraining] = useState(false);
  const wanted = onlyChanges(staged, settings);
  const changes = Object.keys(wanted).length;
  const said = forecast({ ...settings, ...staged }, figures, sale.seats);
  return (
    <section className="card office-card" aria-labelledby="controls">
      <h2 id="controls" className="title-3">
        {t("controls")}
      </h2>
      {(Object.keys(LIMITS) as (keyof Numbers)[]).map((key) => (
        <Stepper
          key={key}
          label={t(key)}
          detail={t("now", { n: count(settings[key]) })}
          value={staged[key] ?? settings[key]}
          isChanged={key in wanted}
          {...LIMITS[key]}
          onChange={(value) => setStaged({ ...staged, [key]: value })}
        />
      ))}
      {changes > 0 && said ? (
        <p className="cockpit-forecast small num">
          {t("forecast", { minutes: said.minutesToAdmit, seats: said.minutesToSell })}
        </p>
      ) : null}
      <div className="row">
        <button
          type="button"
          className="button button-small button-primary grow"
          disabled={changes === 0 || change.isPending}
          onClick={() => change.mutate(wanted, { onSuccess: () => setStaged({}) })}
        >
          {t("apply", { n: changes })}
        </button>
        <button
          type="button"
          className="button button-small"
          disabled={changes === 0}
          onClick={() => setStaged({})}
        >
          {t("reset")}
        </button>
      </div>
      <p className="small" role="status">
        {change.isSuccess ? t("applied") : ""}
      </p>
      {change.isError ? (
        <p className="small cockpit-bad" role="alert">
          {t("changeFailed")}
        </p>
      ) : null}
      <hr className="rule" />
      <Toggle
        label={t("followLoad")}
        detail={t("followLoadDetail")}
        checked={settings.followLoad}
        onChange={(followLoad) => change.mutate({ followLoad })}
      />
      <Toggle
        label={t("drain")}
        detail={t("drainDetail")}
        checked={settings.draining}
        onChange={(draining) => (draining ? setDraining(true) : change.mutate({ draining: false }))}
      />
      <hr className="rule" />
      <NoticeForm scheduleId={sale.scheduleId} settings={settings} />
      <ConfirmSheet
        open={isDraining}
        title={t("drainTitle")}
        word={name(sale.title)}
        action={t("drain")}
        onClose={() => setDraining(false)}
        onConfirm={() => change.mutateAsync({ draining: true })}
      >
        {t("drainConsequence", { n: count(figures?.line?.waiting ?? 0) })}
      </ConfirmSheet>
    </section>
  );
}

function onlyChanges(staged: Partial<Numbers>, settings: LineSettings): Partial<Numbers> {
  const changes: Partial<Numbers> = {};
  for (const key of Object.keys(LIMITS) as (keyof Numbers)[]) {
    const value = staged[key];
    if (value !== undefined && value !== settings[key]) changes[key] = value;
  }
  return changes;
}

function Toggle(props: {
  label: string;
  detail: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <div className="cockpit-setting">
      <div>
        <p className="cockpit-label">{props.label}</p>
        <p className="caption ink-3">{props.detail}</p>
      </div>
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={props.checked}
        aria-label={props.label}
        onClick={() => props.onChange(!props.checked)}
      />
    </div>
  );
}

/** What everybody in line reads within a quarter of a minute. */
function NoticeForm({ scheduleId, settings }: { scheduleId: string; settings: LineSettings }) {
  const t = useText(text);
  const change = useChange(scheduleId);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change.mutate({
      noticeKo: String(form.get("ko")).trim(),
      noticeEn: String(form.get("en")).trim(),
    });
  };
  const isTold = Boolean(settings.noticeKo || settings.noticeEn);
  return (
    <form className="stack" onSubmit={send} key={`${settings.noticeKo}|${settings.noticeEn}`}>
      <h3 className="cockpit-label">{t("noticeTitle")}</h3>
      <Field
        label={t("noticeKo")}
        name="ko"
        maxLength={200}
        lang="ko"
        defaultValue={settings.noticeKo ?? ""}
        autoComplete="off"
      />
      <Field
        label={t("noticeEn")}
        name="en"
        maxLength={200}
        lang="en"
        hint={t("noticeHint")}
        defaultValue={settings.noticeEn ?? ""}
        autoComplete="off"
      />
      <div className="row">
        <button className="button button-small grow" disabled={change.isPending}>
          {t("tell")}
        </button>
        {isTold ? (
          <button
            type="button"
            className="button button-small"
            onClick={() => change.mutate({ noticeKo: "", noticeEn: "" })}
          >
            {t("takeBack")}
          </button>
        ) : null}
      </div>
      <p className="small" role="status">
        {change.isSuccess ? t(isTold ? "told" : "notTold") : ""}
      </p>
      {change.isError ? (
        <p className="small cockpit-bad" role="alert">
          {t("changeFailed")}
        </p>
      ) : null}
    </form>
  );
}
