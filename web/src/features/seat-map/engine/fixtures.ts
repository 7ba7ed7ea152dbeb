import type { LayoutDocument, LayoutSection } from "./layout";

/** Two blocks of a small theatre, with a gap, a restricted view, a wheelchair space and a zone. */
export function aTheatre(): LayoutDocument {
  return {
    scheduleId: "0199b8f0-0000-7000-8000-000000000001",
    seatIdBase: "d11f3794-5ea9-85d4-a422-5494",
    count: 50,
    grades: ["S", "OP", "VIP"],
    sections: [
      {
        floor: "1층",
        section: "A",
        x: 0,
        y: 0,
        rows: [
          { row: "1", first: 0, count: 12, from: 1, grade: 0, viewRestricted: [0, 1] },
          { row: "2", first: 12, count: 11, from: 1, skip: [6], grade: 0, accessible: [10] },
          { row: "3", first: 23, count: 9, from: 4, grade: 0 },
        ],
      },
      {
        floor: "1층",
        section: "B",
        x: 14,
        y: 0,
        rows: [
          { row: "OP", first: 32, count: 4, from: 1, grade: 1 },
          { row: "1", first: 36, count: 6, from: 13, gradeRuns: [2, 4, 0, 2] },
        ],
      },
    ],
    zones: [{ floor: "그라운드", zone: "스탠딩", first: 42, count: 8, grade: 0 }],
  };
}

/** A stadium without coordinates, as large as halls get. */
export function aStadium(seats = 50_000): LayoutDocument {
  const perSection = 25 * 20;
  const sections: LayoutSection[] = [];
  let first = 0;
  for (let s = 0; first < seats; s++) {
    const floor = `${1 + Math.floor((s * perSection * 3) / seats)}층`;
    const rows = [];
    for (let r = 1; r <= 25 && first < seats; r++) {
      const count = Math.min(20, seats - first);
      rows.push({
        row: String(r),
        first,
        count,
        from: 1,
        grade: Math.min(3, Number(floor[0]) - 1 + (r > 15 ? 1 : 0)),
      });
      first += count;
    }
    sections.push({ floor, section: String(101 + s), rows });
  }
  return {
    scheduleId: "0199b8f0-0000-7000-8000-000000000002",
    seatIdBase: "d11f3794-5ea9-85d4-a422-5495",
    count: seats,
    grades: ["VIP", "R", "S", "A"],
    sections,
    zones: [],
  };
}

/** All seats in a state, as the server sends them. */
export function allSeats(version: number, states: number[]): ArrayBuffer {
  const bytes = new ArrayBuffer(13 + Math.ceil(states.length / 4));
  const view = new DataView(bytes);
  view.setUint8(0, 1);
  view.setBigUint64(1, BigInt(version));
  view.setUint32(9, states.length);
  states.forEach((state, i) => {
    const at = 13 + (i >> 2);
    view.setUint8(at, view.getUint8(at) | (state << (2 * (i & 3))));
  });
  return bytes;
}

/** Pairs of ordinal and state, as the server sends them. */
export function changes(version: number, pairs: [number, number][]): ArrayBuffer {
  const bytes = new ArrayBuffer(13 + 4 * pairs.length);
  const view = new DataView(bytes);
  view.setUint8(0, 2);
  view.setBigUint64(1, BigInt(version));
  view.setUint32(9, pairs.length);
  pairs.forEach(([ordinal, state], i) => view.setUint32(13 + 4 * i, ordinal * 4 + state));
  return bytes;
}
