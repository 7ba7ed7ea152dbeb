/** The layout document of a schedule, as `docs/layouts.md` describes it. Never changes. */
export interface LayoutDocument {
  scheduleId: string;
  seatIdBase: string;
  count: number;
  grades: string[];
  sections: LayoutSection[];
  zones: LayoutZone[];
}

export interface LayoutSection {
  floor: string;
  section: string;
  x?: number | null;
  y?: number | null;
  /** How far the ends of its rows stand nearer to the stage than their middle, in places. */
  curve?: number | null;
  rows: LayoutRow[];
}

export interface LayoutRow {
  row: string;
  first: number;
  count: number;
  from?: number | null;
  step?: number | null;
  skip?: number[] | null;
  numbers?: string[] | null;
  grade?: number | null;
  gradeRuns?: number[] | null;
  accessible?: number[] | null;
  viewRestricted?: number[] | null;
  x?: number | null;
  y?: number | null;
  xs?: (number | null)[] | null;
  ys?: (number | null)[] | null;
}

export interface LayoutZone {
  floor: string;
  zone: string;
  first: number;
  count: number;
  grade: number;
  x?: number | null;
  y?: number | null;
}
