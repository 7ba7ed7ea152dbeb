import { type FormEvent, useState } from "react";
import { useText } from "../../../../i18n/useText";
import { Field } from "../../../../ui/Field";
import { Sheet } from "../../../../ui/Sheet";
import { type Hall, LABEL_MAX, ROW_LENGTH_MAX, ROWS_MAX, templateOf } from "./layout";
import { text } from "./text";

/** Equal rows in one section, as a start. */
export function TemplateSheet(props: {
  open: boolean;
  onClose: () => void;
  onMake: (hall: Hall) => void;
}) {
  const t = useText(text);
  const [isWrong, setWrong] = useState(false);
  const make = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const grades = parseGrades(String(form.get("grades")));
    setWrong(grades === null);
    if (grades) {
      props.onMake(
        templateOf({ rows: Number(form.get("rows")), seats: Number(form.get("seats")), grades }),
      );
    }
  };
  return (
    <Sheet open={props.open} onClose={props.onClose} labelledBy="template-title">
      <h2 id="template-title" className="title-2">
        {t("templateTitle")}
      </h2>
      <p className="small ink-2">{t("templateLead")}</p>
      <form className="stack" onSubmit={make}>
        <Field
          label={t("rowsTotal")}
          name="rows"
          type="number"
          min={1}
          max={ROWS_MAX}
          defaultValue={20}
          required
        />
        <Field
          label={t("seatsPerRow")}
          name="seats"
          type="number"
          min={1}
          max={ROW_LENGTH_MAX}
          defaultValue={20}
          required
        />
        <Field
          label={t("gradesByRow")}
          name="grades"
          hint={t("gradesByRowHint")}
          error={isWrong ? t("gradesWrong") : undefined}
          defaultValue="VIP 4, R 6, S 10"
          required
        />
        <button className="button button-primary button-wide">{t("make")}</button>
      </form>
    </Sheet>
  );
}

/** "VIP 4, R 6" */
export function parseGrades(typed: string): { grade: string; rows: number }[] | null {
  const grades: { grade: string; rows: number }[] = [];
  for (const part of typed.split(",").map((one) => one.trim())) {
    const found = /^(.*\S)\s+(\d{1,3})$/.exec(part);
    if (!found || found[1]!.length > LABEL_MAX) return null;
    grades.push({ grade: found[1]!, rows: Number(found[2]) });
  }
  return grades;
}
