package onsale.edge.apidocs;

import io.swagger.v3.oas.models.Operation;
import java.util.List;
import java.util.stream.Stream;
import onsale.platform.front.RenderedAs;
import onsale.platform.problem.DeclaredProblems;
import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;

/**
 * What annotations declare about an operation. It is kept in an extension of the operation, which
 * is never published, until the path is known.
 */
record Declared(@Nullable RenderedAs rendered, List<ProblemCode> problems) {

    static final String EXTENSION = "x-declared";

    static Declared of(
            @Nullable RenderedAs rendered,
            @Nullable ProblemCodes codes,
            @Nullable ProblemsOf catalogue) {
        return new Declared(rendered, DeclaredProblems.find(codes, catalogue));
    }

    static Declared in(Operation operation) {
        return operation.getExtensions() != null
                        && operation.getExtensions().get(EXTENSION) instanceof Declared known
                ? known
                : new Declared(null, List.of());
    }

    /** Returns what is declared and removes the extension. */
    static Declared takeFrom(Operation operation) {
        Declared declared = in(operation);
        operation.getExtensions().remove(EXTENSION);
        return declared;
    }

    /** Adds what a bean of the front declares about the same operation. */
    Declared and(Declared front) {
        return new Declared(
                front.rendered != null ? front.rendered : rendered,
                Stream.concat(problems.stream(), front.problems.stream()).toList());
    }
}
