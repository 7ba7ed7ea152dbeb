package onsale.catalog.schedule;

import onsale.catalog.CatalogProblems;
import onsale.platform.problem.Problem;

/** Problems that more than one change of a schedule ends with. */
final class ScheduleProblems {

    private ScheduleProblems() {}

    static Problem sequenceTaken() {
        return Problem.of(
                CatalogProblems.SEQUENCE_TAKEN,
                "Choose a play sequence that no other schedule of the event has.");
    }
}
