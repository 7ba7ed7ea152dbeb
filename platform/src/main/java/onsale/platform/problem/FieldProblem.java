package onsale.platform.problem;

/**
 * A problem with one value of a request.
 *
 * @param field path in the body ({@code seatIds[0]}), or name of a parameter or header
 * @param message continues the sentence that starts with the field's name
 */
public record FieldProblem(String field, String message) {

    /** Limits the length of names that the client chose. */
    private static final int FIELD_MAX = 100;

    public FieldProblem {
        field = field.length() <= FIELD_MAX ? field : field.substring(0, FIELD_MAX) + "…";
    }
}
