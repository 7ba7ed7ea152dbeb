package onsale.platform.problem;

import java.util.regex.Pattern;

/**
 * One kind of problem. The code is a promise to clients: once published it keeps its meaning and
 * its status. A context keeps its codes as constants in one class.
 *
 * @param code {@code <context>.<snake_case>}
 * @param status the HTTP status, 400 to 599
 * @param title the same for every problem of this kind
 */
public record ProblemCode(String code, int status, String title) {

    private static final Pattern CODE = Pattern.compile("[a-z]{1,20}\\.[a-z][a-z0-9_]{0,50}");

    public ProblemCode {
        if (!CODE.matcher(code).matches() || status < 400 || status > 599 || title.isBlank()) {
            throw new IllegalArgumentException("not a problem code: " + code + ", " + status);
        }
    }

    /** The {@code type} of the problem: a name, not an address, so that it never changes. */
    public String type() {
        return "urn:onsale:problem:" + code;
    }
}
