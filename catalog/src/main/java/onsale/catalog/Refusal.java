package onsale.catalog;

import onsale.platform.problem.Problem;

/** An outcome of a use case that has changed nothing. Each use case lists its own refusals. */
public interface Refusal {

    /** What the client is told. */
    Problem problem();
}
