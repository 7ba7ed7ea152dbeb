package onsale.edge.mvc;

import java.util.List;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Makes problems that say where a body cannot be read, without implementation details. */
final class UnreadableBody {

    private UnreadableBody() {}

    static Problem problem(HttpMessageNotReadableException thrown) {
        if (!(thrown.getCause() instanceof JacksonException json)) {
            return Problem.of(PlatformProblems.UNREADABLE, "Send a body of the right form.");
        }
        if (json instanceof StreamReadException && !(json instanceof InputCoercionException)) {
            return Problem.of(
                    PlatformProblems.UNREADABLE,
                    "Send valid JSON; it went wrong in line %d, column %d."
                            .formatted(
                                    json.getLocation().getLineNr(),
                                    json.getLocation().getColumnNr()));
        }
        Problem problem =
                Problem.of(PlatformProblems.UNREADABLE, "Send the values in the documented form.");
        String field = path(json);
        if (field.isEmpty()) {
            return problem;
        }
        String message =
                json instanceof UnrecognizedPropertyException
                        ? "is not known"
                        : "has the wrong form";
        return problem.with(List.of(new FieldProblem(field, message)));
    }

    private static String path(JacksonException json) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference reference : json.getPath()) {
            @Nullable String name = reference.getPropertyName();
            if (name == null) {
                path.append('[').append(reference.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(name);
            }
        }
        return path.toString();
    }
}
