package onsale.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;

/** Assertions about refused changes. */
public final class Refusals {

    private Refusals() {}

    public static void assertRefused(Object outcome, ProblemCode code) {
        assertThat(problem(outcome).code()).isEqualTo(code);
    }

    public static void assertRefused(Object outcome, ProblemCode code, FieldProblem error) {
        assertRefused(outcome, code);
        assertThat(problem(outcome).errors()).contains(error);
    }

    private static Problem problem(Object outcome) {
        assertThat(outcome).isInstanceOf(Refusal.class);
        return ((Refusal) outcome).problem();
    }
}
