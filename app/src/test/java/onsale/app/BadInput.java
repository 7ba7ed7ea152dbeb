package onsale.app;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** A way in which a request can be bad, and what may be answered to it. */
enum BadInput {
    MISSING(400, 422),
    NULL(400, 422),
    WRONG_TYPE(400),
    TOO_LONG(400, 404, 409, 422),
    CONTROL_CHARACTER(400, 401, 404, 422),
    DUPLICATE_KEY(400),
    UNKNOWN_FIELD(400),
    UNREADABLE(400),
    MEDIA_TYPE(415),
    NOT_ACCEPTABLE(406),
    TOO_LARGE(413),
    METHOD(400, 401, 404, 405),
    GARBAGE_ID(400, 404),
    UNKNOWN_ID(404, 422),
    FOREIGN_ID(403, 404, 409, 422),
    BAD_PASS(403),
    NUMBER(400, 409, 422),
    BAD_VALUE(400, 422),
    NO_TOKEN(401),
    FORGED_TOKEN(401),
    NOT_ALLOWED(403);

    private final Set<Integer> answers;

    BadInput(Integer... answers) {
        this.answers = Arrays.stream(answers).collect(Collectors.toUnmodifiableSet());
    }

    Set<Integer> answers() {
        return answers;
    }
}
