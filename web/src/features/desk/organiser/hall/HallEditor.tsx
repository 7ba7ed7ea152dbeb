import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { Answer } from "../../../../api/answers";
import { call } from "../../../../api/client";
import { isProblem } from "../../../../api/problem";
import { useText } from "../../../../i18n/useText";
import { count, name as nameOf } from "../../../../lib/format";
import { saveFile } from "../../../../lib/saveFile";
import { Field } from "../../../../ui/Field";
import { GradeMark } from "../../../../ui/GradeMark";
import { Icon } from "../../../../ui/Icon";
import { Notice } from "../../../../ui/Notice";
import { DeskLayout } from "../../DeskLayout";
import { ORGANISERS } from "../../shell/sections";
import { useUnsaved } from "../useUnsaved";
import type { Fault } from "./check";
import { addSection, addZone, removeSection } from "./edit";
import { HallMap, type Tool } from "./HallMap";
import { FaultList, ImportSheet } from "./ImportSheet";
import { capacityOf, formOfHall, gradesOf, type Hall } from "./layout";
import { SectionPanel } from "./SectionPanel";
import { TemplateSheet } from "./TemplateSheet";
import { text } from "./text";
import { type Picked, Tree } from "./Tree";
import { useEditor, useEditorKeys } from "./useEditor";
import { ZonePanel } from "./ZonePanel";

type Venue = Answer<"/api/admin/venues/{venueId}", "get">;

const TOOLS = [
  "select",
  "move",
  "draw",
  "gap",
  "accessible",
  "viewRestricted",
] as const satisfies Tool[];
const NOTHING: ReadonlySet<number> = new Set();

export function HallEditor(props: {
  venue: Venue;
  hallId: string | null;
  name: string;
  saved: Hall;
}) {
  const t = useText(text);
  const { venue } = props;
  const isReadOnly = !venue.own;
  const editor = useEditor(props.saved);
  const { hall, edit } = editor;
  const [name, setName] = useState(props.name);
  const [savedName, setSavedName] = useState(props.name);
  const [picked, setPicked] = useState<Picked>({ kind: "section", index: 0 });
  const [tool, setTool] = useState<Tool>("select");
  const [sheet, setSheet] = useState<"import" | "template" | null>(null);
  const isChanged = editor.isChanged || name !== savedName;
  const save = useSave(venue.id, props.hallId, name, hall, () => {
    editor.markSaved(hall);
    setSavedName(name);
  });
  const canSave = !isReadOnly && editor.faults.length === 0 && name.trim() !== "" && isChanged;
  useEditorKeys({
    undo: editor.undo,
    redo: editor.redo,
    save: () => (canSave ? save.mutate() : undefined),
  });
  useUnsaved(isChanged && !isReadOnly);
  const section = picked?.kind === "section" && hall.sections[picked.index] ? picked.index : -1;
  const zone = picked?.kind === "zone" && hall.zones[picked.index] ? picked.index : -1;
  const grade = gradesOf(hall)[0] ?? "R";
  const floor = hall.sections[Math.max(0, section)]?.floor ?? "1층";
  const faultyRows = useMemo(
    () =>
      new Set(
        editor.faults.flatMap((one) =>
          one.section === section && one.row !== undefined ? [one.row] : [],
        ),
      ),
    [editor.faults, section],
  );
  const replace = (next: Hall) => {
    setSheet(null);
    setPicked({ kind: "section", index: 0 });
    edit(next);
  };
  return (
    <DeskLayout
      roles={ORGANISERS}
      title={`${nameOf(venue.name)} ${name || t("newHall")}`}
      sub={`${t("seats", { n: capacityOf(hall) })} · ${t(isChanged && !isReadOnly ? "unsaved" : "keepsDates")}`}
      back={{ href: `/desk/venues/${venue.id}`, label: t("toVenue") }}
      isFull
      actions={
        isReadOnly ? null : (
          <>
            <button
              type="button"
              className="button hall-icon-button"
              disabled={!editor.canUndo}
              aria-label={t("undo")}
              onClick={editor.undo}
            >
              <Icon name="undo" size={20} />
            </button>
            <button
              type="button"
              className="button hall-icon-button"
              disabled={!editor.canRedo}
              aria-label={t("redo")}
              onClick={editor.redo}
            >
              <Icon name="redo" size={20} />
            </button>
            <button
              type="button"
              className="button button-primary"
              disabled={!canSave || save.isPending}
              onClick={() => save.mutate()}
            >
              {t(save.isPending ? "saving" : "save")}
            </button>
          </>
        )
      }
    >
      <div className="hall">
        <Tree
          hall={hall}
          picked={picked}
          isReadOnly={isReadOnly}
          onPick={setPicked}
          onAddSection={() => {
            edit(addSection(hall, floor, grade));
            setPicked({ kind: "section", index: hall.sections.length });
          }}
          onAddZone={() => {
            edit(addZone(hall, floor, grade, t("standing")));
            setPicked({ kind: "zone", index: hall.zones.length });
          }}
        />
        <div className="card hall-middle">
          <div className="hall-tools">
            <div className="segments" role="group" aria-label={t("tools")}>
              {(isReadOnly ? TOOLS.slice(0, 1) : TOOLS).map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={tool === one}
                  onClick={() => setTool(one)}
                >
                  {t(one)}
                </button>
              ))}
            </div>
            {tool === "draw" ? <p className="caption ink-3">{t("drawHint")}</p> : null}
            {tool === "select" || tool === "move" || tool === "draw" ? null : (
              <p className="caption ink-3">{t("toolHint")}</p>
            )}
          </div>
          <HallMap
            plan={editor.plan}
            looks={editor.looks}
            tool={tool}
            section={section}
            marked={NOTHING}
            onSection={(index) => setPicked(index < 0 ? null : { kind: "section", index })}
            onZone={(index) => setPicked({ kind: "zone", index })}
            onSeat={(ordinal) => editor.mark(ordinal, tool)}
            onMove={editor.move}
            onDraw={(box) => {
              if (!editor.draw(box, floor, grade)) return;
              setTool("select");
              setPicked({ kind: "section", index: hall.sections.length });
            }}
            onRemove={() => (isReadOnly || section < 0 ? null : edit(removeSection(hall, section)))}
          />
          <ul className="hall-legend caption" aria-label={t("grades")}>
            {[...editor.counts].map(([one, n], i) => (
              <li key={one}>
                <GradeMark look={editor.looks[i] ?? 6} /> {one} <b className="num">{count(n)}</b>
              </li>
            ))}
          </ul>
        </div>
        <div className="card hall-panel">
          {isReadOnly ? <Notice>{t("readOnly")}</Notice> : null}
          {save.isError ? <SaveFailed error={save.error} /> : null}
          {save.isSuccess && !isChanged ? <Notice tone="go">{t("saved")}</Notice> : null}
          <Field
            label={t("name")}
            value={name}
            maxLength={200}
            required
            disabled={isReadOnly}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {section >= 0 ? (
            <SectionPanel
              hall={hall}
              section={section}
              isReadOnly={isReadOnly}
              faultyRows={faultyRows}
              onEdit={edit}
              onGone={() => setPicked(null)}
            />
          ) : zone >= 0 ? (
            <ZonePanel
              hall={hall}
              zone={zone}
              isReadOnly={isReadOnly}
              onEdit={edit}
              onGone={() => setPicked(null)}
            />
          ) : (
            <p className="ink-3">{t("nothingPicked")}</p>
          )}
          <Problems faults={editor.faults} onShow={(fault) => setPicked(placeOf(fault))} />
          <div className="hall-inline">
            {isReadOnly ? null : (
              <>
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => setSheet("template")}
                >
                  {t("template")}
                </button>
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => setSheet("import")}
                >
                  {t("import")}
                </button>
              </>
            )}
            <button
              type="button"
              className="button button-small"
              onClick={() =>
                saveFile(
                  new Blob([JSON.stringify(formOfHall(hall), null, 2)], {
                    type: "application/json",
                  }),
                  `${name || "hall"}.json`,
                )
              }
            >
              {t("export")}
            </button>
          </div>
        </div>
      </div>
      <ImportSheet open={sheet === "import"} onClose={() => setSheet(null)} onImport={replace} />
      <TemplateSheet open={sheet === "template"} onClose={() => setSheet(null)} onMake={replace} />
    </DeskLayout>
  );
}

function placeOf(fault: Fault): Picked {
  if (fault.zone !== undefined) return { kind: "zone", index: fault.zone };
  return { kind: "section", index: fault.section ?? 0 };
}

function Problems(props: { faults: readonly Fault[]; onShow: (fault: Fault) => void }) {
  const t = useText(text);
  return (
    <section aria-labelledby="hall-problems" role="status">
      <h2 id="hall-problems" className="title-3">
        {props.faults.length === 0 ? t("problems") : t("faults", { n: props.faults.length })}
      </h2>
      {props.faults.length === 0 ? (
        <p className="small ink-3">{t("noFaults")}</p>
      ) : (
        <FaultList faults={props.faults} onShow={props.onShow} />
      )}
    </section>
  );
}

/** The platform looks again at everything; what it finds is told with its place. */
function SaveFailed({ error }: { error: unknown }) {
  const t = useText(text);
  if (isProblem(error, "catalog.name_taken")) {
    return (
      <Notice tone="stop" alert>
        {t("nameTaken")}
      </Notice>
    );
  }
  const errors = isProblem(error) ? error.errors : [];
  return (
    <Notice tone="stop" alert>
      {errors.length === 0 ? t("saveFailed") : null}
      {errors.map((one) => (
        <p key={one.field + one.message}>
          {one.message} <code className="trace">{one.field.replace(/^layout\./, "")}</code>
        </p>
      ))}
    </Notice>
  );
}

function useSave(
  venueId: string,
  hallId: string | null,
  name: string,
  hall: Hall,
  onSaved: () => void,
) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), layout: formOfHall(hall) };
      return hallId === null
        ? call("/api/admin/venues/{venueId}/halls", "post", {
            path: { venueId },
            body,
            signedIn: true,
          })
        : call("/api/admin/venues/{venueId}/halls/{hallId}", "put", {
            path: { venueId, hallId },
            body,
            signedIn: true,
          });
    },
    onSuccess: async (made) => {
      onSaved();
      await queries.invalidateQueries({ queryKey: ["desk-venue", venueId] });
      if (hallId === null) navigate(`/desk/venues/${venueId}/halls/${made.id}`, { replace: true });
    },
  });
}
