import type { Plan } from "./plan";
import { AVAILABLE } from "./status";

/** Free seats by section, grade and zone, kept up to date change by change. */
export class FreeCounts {
  readonly bySection: Int32Array;
  readonly byGrade: Int32Array;
  readonly byZone: Int32Array;
  /** Free seats of a section by grade: section × grades + grade. */
  readonly bySectionGrade: Int32Array;
  private readonly before: Uint8Array;

  constructor(
    private readonly plan: Plan,
    private readonly states: Uint8Array,
  ) {
    this.bySection = new Int32Array(plan.sections.length);
    this.byGrade = new Int32Array(plan.grades.length);
    this.byZone = new Int32Array(plan.zones.length);
    this.bySectionGrade = new Int32Array(plan.sections.length * plan.grades.length);
    this.before = new Uint8Array(plan.count).fill(0xff);
  }

  /** Before anything was counted. */
  get isEmpty(): boolean {
    return this.before[0] === 0xff;
  }

  update(ordinals: Iterable<number>): void {
    for (const ordinal of ordinals) {
      const state = this.states[ordinal]!;
      const was = this.before[ordinal]!;
      if (state === was) continue;
      this.before[ordinal] = state;
      if (was === AVAILABLE) this.add(ordinal, -1);
      else if (state === AVAILABLE) this.add(ordinal, 1);
    }
  }

  updateAll(): void {
    this.update(this.before.keys());
  }

  private add(ordinal: number, by: number): void {
    const { plan } = this;
    if (ordinal >= plan.seatCount) {
      const zone = plan.zones.find((one) => ordinal < one.first + one.count);
      if (zone) {
        this.byZone[zone.index]! += by;
        this.byGrade[zone.grade]! += by;
      }
      return;
    }
    const section = plan.rows[plan.rowOf[ordinal]!]!.section;
    const grade = plan.grade[ordinal]!;
    this.bySection[section]! += by;
    this.byGrade[grade]! += by;
    this.bySectionGrade[section * plan.grades.length + grade]! += by;
  }
}
