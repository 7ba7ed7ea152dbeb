import { useCallback, useEffect, useMemo, useState } from "react";
import { type Box, type Plan, planOf } from "../../../seat-map/engine/plan";
import { looksOf } from "../../../../ui/grades";
import { faultsOf } from "./check";
import { drawn, toggled, withRow, withSection } from "./edit";
import { edited, historyOf, redone, undone } from "./history";
import { countsByGrade, gradesOf, type Hall, numbersOf } from "./layout";
import { pack } from "./pack";
import type { Tool } from "./HallMap";

/** The hall that is edited, with its history, and what follows from it. */
export function useEditor(saved: Hall) {
  const [history, setHistory] = useState(() => historyOf(saved));
  const [savedHall, setSaved] = useState(saved);
  const hall = history.now;
  const edit = useCallback(
    (next: Hall, what: string | null = null) => setHistory((now) => edited(now, next, what)),
    [],
  );
  const undo = useCallback(() => setHistory(undone), []);
  const redo = useCallback(() => setHistory(redone), []);
  const plan = useMemo(() => planOf(pack(hall)), [hall]);
  const grades = gradesOf(hall).join("\n");
  const looks = useMemo(() => {
    const names = grades.split("\n");
    const ranked = looksOf(names.map((grade, i) => ({ grade, price: names.length - i })));
    return names.map((grade) => ranked.get(grade) ?? 6);
  }, [grades]);
  return {
    hall,
    plan,
    looks,
    faults: useMemo(() => faultsOf(hall), [hall]),
    counts: useMemo(() => countsByGrade(hall), [hall]),
    isChanged: hall !== savedHall,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit,
    undo,
    redo,
    markSaved: setSaved,
    /** Presses a seat with one of the tools that mark. */
    mark: (ordinal: number, tool: Tool) => {
      const row = plan.rows[plan.rowOf[ordinal]!]!;
      const index = plan.sections[row.section]!.rows.indexOf(row);
      const source = hall.sections[row.section]!.rows[index]!;
      if (
        tool === "select" ||
        tool === "move" ||
        tool === "draw" ||
        tool === "pick" ||
        (!source.seats && numbersOf(source).length === 0)
      ) {
        return;
      }
      const number = Number(plan.numbers(ordinal));
      edit(withRow(hall, row.section, index, toggled(source, number, tool)));
    },
    /** Adds the section that was drawn; true if it was large enough to be one. */
    draw: (box: Box, floor: string, grade: string): boolean => {
      const next = drawn(placedAs(hall, plan), box, floor, grade);
      if (next) edit(next);
      return next !== null;
    },
    /** Moves a section; the others get the places that they are drawn at. */
    move: (section: number, dx: number, dy: number) => {
      const placed = placedAs(hall, plan);
      const { x = 0, y = 0 } = placed.sections[section]!;
      edit(withSection(placed, section, { x: x + dx, y: y + dy }), `move ${section}`);
    },
  };
}

/** With a place for every section: where it is drawn, if it has none. */
function placedAs(hall: Hall, plan: Plan): Hall {
  return hall.sections.every((one) => one.x !== undefined && one.y !== undefined)
    ? hall
    : {
        ...hall,
        sections: hall.sections.map((one, i) => ({ ...one, ...halves(plan.origins[i]!) })),
      };
}

function halves({ x, y }: { x: number; y: number }) {
  return { x: Math.round(x * 2) / 2, y: Math.round(y * 2) / 2 };
}

/** Undo, redo and save by key, except in fields, which have an undo of their own. */
export function useEditorKeys(keys: { undo: () => void; redo: () => void; save: () => void }) {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isField =
        event.target instanceof HTMLElement && event.target.closest("input, textarea");
      if (key === "s") keys.save();
      else if (isField) return;
      else if (key === "z" && event.shiftKey) keys.redo();
      else if (key === "y") keys.redo();
      else if (key === "z") keys.undo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
