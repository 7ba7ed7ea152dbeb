import { useText } from "../../../i18n/useText";
import { Icon } from "../../../ui/Icon";
import type { CardProps } from "./EventEditor";
import { text } from "./text";

const STEPS_MAX = 10;

/** What giving a ticket back costs, by the days that are left. */
export function RefundCard({ form, set, isOver }: CardProps) {
  const t = useText(text);
  const steps = form.refundSteps ?? [];
  const change = (index: number, part: Partial<(typeof steps)[number]>) =>
    set({ refundSteps: steps.map((one, i) => (i === index ? { ...one, ...part } : one)) });
  return (
    <section className="card office-card" aria-labelledby="event-refund">
      <h2 id="event-refund" className="title-3">
        {t("refund")}
      </h2>
      <p className="small ink-2">{t("refundLead")}</p>
      <ul className="office-lines">
        {steps.map((step, i) => (
          <li key={i} className="office-step">
            <label className="caption">
              {t("daysBefore")}
              <input
                className="input num"
                type="number"
                min={0}
                max={365}
                required
                value={Number.isNaN(step.daysBefore) ? "" : step.daysBefore}
                disabled={isOver}
                onChange={(event) => change(i, { daysBefore: event.currentTarget.valueAsNumber })}
              />
            </label>
            <label className="caption">
              {t("feePercent")}
              <input
                className="input num"
                type="number"
                min={0}
                max={100}
                required
                value={Number.isNaN(step.feePercent) ? "" : step.feePercent}
                disabled={isOver}
                onChange={(event) => change(i, { feePercent: event.currentTarget.valueAsNumber })}
              />
            </label>
            {isOver ? null : (
              <button
                type="button"
                className="icon-button"
                aria-label={`${t("refund")} ${i + 1} ${t("remove")}`}
                disabled={steps.length === 1}
                onClick={() => set({ refundSteps: steps.filter((_, n) => n !== i) })}
              >
                <Icon name="close" size={20} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isOver || steps.length >= STEPS_MAX ? null : (
        <button
          type="button"
          className="button button-small office-start"
          onClick={() =>
            set({
              refundSteps: [...steps, { daysBefore: 0, feePercent: steps.at(-1)?.feePercent ?? 0 }],
            })
          }
        >
          {t("addStep")}
        </button>
      )}
    </section>
  );
}
