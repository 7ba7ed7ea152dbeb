package onsale.platform.problem;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the constants that {@link ProblemCodes} refers to. */
public final class DeclaredProblems {

    private DeclaredProblems() {}

    /**
     * Returns the constants in the order of the annotation. Throws for a code without a constant.
     *
     * @param of names the class with the constants, in addition to those of the platform
     */
    public static List<ProblemCode> find(@Nullable ProblemCodes codes, @Nullable ProblemsOf of) {
        if (codes == null) {
            return List.of();
        }
        Map<String, ProblemCode> known = constants(PlatformProblems.class);
        if (of != null) {
            known.putAll(constants(of.value()));
        }
        List<ProblemCode> found = new ArrayList<>();
        for (String code : codes.value()) {
            @Nullable ProblemCode constant = known.get(code);
            if (constant == null) {
                throw new IllegalStateException(
                        "%s is not a constant of %s"
                                .formatted(code, of == null ? "the platform" : of.value()));
            }
            found.add(constant);
        }
        return found;
    }

    private static Map<String, ProblemCode> constants(Class<?> problems) {
        Map<String, ProblemCode> constants = new HashMap<>();
        for (Field field : problems.getDeclaredFields()) {
            if (field.getType() == ProblemCode.class) {
                try {
                    field.setAccessible(true); // constants of a context may be package-private
                    ProblemCode code = (ProblemCode) field.get(null);
                    constants.put(code.code(), code);
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(field.toString(), e);
                }
            }
        }
        return constants;
    }
}
