import { expect, it } from "vitest";
import { planOf } from "../../../seat-map/engine/plan";
import { faultsOf } from "./check";
import {
  addPitRow,
  addRows,
  counted,
  drawn,
  duplicateSection,
  parseNumbers,
  toggled,
  withRow,
  withRule,
  withSection,
  writeNumbers,
} from "./edit";
import { edited, historyOf, redone, undone } from "./history";
import { cells, importHall, SAMPLE } from "./importing";
import { capacityOf, countsByGrade, formOfHall, type Hall, hallOfForm, templateOf } from "./layout";
import { pack } from "./pack";

const hall: Hall = {
  sections: [
    {
      floor: "1F",
      sectionId: "A",
      grade: "R",
      rows: [
        { rowId: "1", length: 6, gaps: [3], accessible: [1] },
        { rowId: "2", grade: "VIP", length: 6, firstNumber: 11, step: 2 },
      ],
    },
  ],
  zones: [{ floor: "1F", zoneId: "Pit", grade: "ST", capacity: 40 }],
};

it("seats are counted without gaps, and by their grades", () => {
  expect(capacityOf(hall)).toBe(51);
  expect(Object.fromEntries(countsByGrade(hall))).toEqual({ VIP: 6, R: 5, ST: 40 });
});

it("counting from the right keeps every seat, gap and mark where it is", () => {
  const [row] = hall.sections[0]!.rows;
  const changed = { ...row!, ...counted(row!, "right") };

  expect(changed).toMatchObject({ firstNumber: 6, step: -1, gaps: [4], accessible: [6] });
  expect({ ...changed, ...counted(changed, "left") }).toMatchObject({ ...row, firstNumber: 1 });
  expect(counted(row!, "left")).toEqual({});
});

it("a gap takes the other marks of its number away", () => {
  const row = { rowId: "1", length: 4, accessible: [2], viewRestricted: [2, 3] };

  expect(toggled(row, 2, "gap")).toEqual({ gaps: [2], accessible: [], viewRestricted: [3] });
  expect(toggled({ ...row, gaps: [2] }, 2, "gap").gaps).toEqual([]);
});

it("numbers are written and read as ranges", () => {
  expect(writeNumbers([7, 1, 2, 3, 9, 10])).toBe("1–3, 7, 9, 10");
  expect(parseNumbers("1–3, 7,9-10")).toEqual([1, 2, 3, 7, 9, 10]);
  expect(parseNumbers("")).toEqual([]);
  expect(parseNumbers("1-3x")).toBeNull();
  expect(parseNumbers("5-3")).toBeNull();
});

it("new rows are numbered on, and OP is before the first", () => {
  const more = addPitRow(addRows(hall, 0, 2), 0);

  expect(more.sections[0]!.rows.map((row) => row.rowId)).toEqual(["OP", "1", "2", "3", "4"]);
  expect(addPitRow(more, 0)).toBe(more);
});

it("a rectangle becomes a section with as many rows and places", () => {
  const next = drawn(hall, { left: 10.2, top: 3, right: 19.1, bottom: 6 }, "2F", "S");

  expect(next?.sections[1]).toMatchObject({ floor: "2F", sectionId: "A", grade: "S", x: 10, y: 3 });
  expect(next?.sections[1]!.rows.map((row) => row.length)).toEqual([10, 10, 10, 10]);
  expect(drawn(hall, { left: 1, top: 1, right: 1.1, bottom: 1.1 }, "1F", "R")).toBeNull();
});

it("a copy has a name of its own, and a rule goes with the name of its section", () => {
  expect(duplicateSection(hall, 0).sections.map((one) => one.sectionId)).toEqual(["A", "B"]);

  const ruled = withRule(hall, hall.sections[0]!, { centerType: "middle", min: 1, max: 6 });
  const renamed = withSection(ruled, 0, { sectionId: "Z" });

  expect(formOfHall(renamed).sectionConfig).toEqual({
    "1F": { Z: { centerType: "middle", min: 1, max: 6 } },
  });
});

it("every fault is found at once, with its place", () => {
  const wrong: Hall = {
    sections: [
      {
        floor: "1F",
        sectionId: "A",
        rows: [{ rowId: "1", length: 3, gaps: [9], accessible: [1, 1] }],
      },
      { floor: "1F", sectionId: "A", grade: "R", rows: [{ rowId: " ", length: 0 }] },
    ],
    zones: [{ floor: "1F", zoneId: "Pit", grade: "", capacity: 0 }],
  };

  expect(faultsOf(hall)).toEqual([]);
  expect(faultsOf(wrong).map(({ field, key }) => `${field} ${key}`)).toEqual([
    "sections[0].rows[0].grade faultGrade",
    "sections[0].rows[0].gaps[0] faultNoNumber",
    "sections[0].rows[0].accessible[1] faultNumberTwice",
    "sections[1] faultSectionTwice",
    "sections[1].rows[0].rowId faultName",
    "sections[1].rows[0].length faultLength",
    "zones[0].grade faultZoneGrade",
    "zones[0].capacity faultCapacity",
  ]);
  expect(faultsOf({ sections: [], zones: [] })[0]!.key).toBe("faultEmpty");
});

it("the editor draws what the fans' map draws", () => {
  const plan = planOf(pack(hall));

  expect(plan.count).toBe(51);
  expect(plan.seatCount).toBe(11);
  expect([0, 2, 5].map((seat) => plan.numbers(seat))).toEqual(["1", "4", "11"]);
  expect(plan.grades[plan.grade[5]!]).toBe("VIP");
  expect(plan.flags[0]).toBe(1);
});

it("a curve brings both ends of a section nearer to the stage", () => {
  const curved = planOf(pack(withSection(hall, 0, { curve: 3 })));
  const row = [0, 2, 4].map((seat) => curved.y[seat]!);

  expect(row[0]!).toBeLessThan(row[1]! - 2);
  expect(row[2]!).toBeLessThan(row[1]! - 2);
});

it("the simple template becomes sections and is sent as such", () => {
  const stored = hallOfForm({
    rows: ["A", "B"],
    seatsPerRow: 5,
    gradeMapping: { A: "R", B: "S" },
  } as never);

  expect(capacityOf(stored)).toBe(10);
  expect(faultsOf(stored)).toEqual([]);
  expect(formOfHall(stored).sections).toHaveLength(1);
  const made = templateOf({
    rows: 5,
    seats: 4,
    grades: [
      { grade: "VIP", rows: 2 },
      { grade: "R", rows: 1 },
    ],
  });
  expect(made.sections[0]!.rows.map((row) => row.grade)).toEqual(["VIP", "VIP", "R", "R", "R"]);
});

it("undo and redo go step by step, and typing in one field is one step", () => {
  let history = historyOf(hall);
  const typed = withSection(hall, 0, { floor: "2" });
  const more = withSection(hall, 0, { floor: "2F" });
  history = edited(edited(history, typed, "floor"), more, "floor");
  history = edited(history, withRow(more, 0, 0, { length: 9 }), null);

  expect(undone(history).now).toBe(more);
  expect(undone(undone(history)).now).toBe(hall);
  expect(redone(redone(undone(undone(history)))).now).toBe(history.now);
  expect(undone(undone(undone(history))).now).toBe(hall);
});

it("the example of the import is imported", () => {
  const { hall: made } = importHall(SAMPLE);

  expect(made && faultsOf(made)).toEqual([]);
  expect(made && capacityOf(made)).toBe(342);
  expect(made?.sections[0]!.rows[1]).toEqual({
    rowId: "2",
    grade: "R",
    length: 12,
    firstNumber: 12,
    step: -1,
    accessible: [1, 2],
  });
});

it("what is wrong with a file is told by its line, all at once", () => {
  const csv = importHall("floor,section,row,grade,length\n1F,A,1,R,x\n\n1F,A,1,,3\n1F,A,1,R,3");
  expect(csv.faults.map(({ line, key }) => `${line} ${key}`)).toEqual([
    "2 importNumber",
    "4 importMissing",
    "4 faultRowTwice",
    "5 faultRowTwice",
  ]);
  expect(importHall("floor,row\n").faults).toEqual([
    { line: 1, key: "importColumns", values: { columns: "section, grade, length" } },
  ]);
  expect(importHall('{\n"sections": [\n{"sectionId": "A"}]}').faults[0]).toMatchObject({
    line: 3,
    key: "importSection",
  });
  expect(importHall('{"a":1}').faults[0]!.key).toBe("importNoLayout");
  expect(importHall('{"sections": [').faults[0]!.key).toBe("importJson");
});

it("cells may be quoted", () => {
  expect(cells('a,"b, ""c""",,d')).toEqual(["a", 'b, "c"', "", "d"]);
});

it("fifty thousand seats are packed and laid out within a moment", () => {
  const large: Hall = {
    zones: [],
    sections: Array.from({ length: 50 }, (_, s) => ({
      floor: `${1 + (s % 3)}F`,
      sectionId: `S${s}`,
      grade: "R",
      rows: Array.from({ length: 25 }, (_, r) => ({ rowId: String(r + 1), length: 40 })),
    })),
  };
  const start = performance.now();

  const plan = planOf(pack(large));
  const faults = faultsOf(large);

  expect(plan.seatCount).toBe(50_000);
  expect(faults).toEqual([]);
  expect(performance.now() - start).toBeLessThan(1_000);
});
