package onsale.user;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a fan agrees to at sign-up. */
final class Terms {

    /** The kinds of terms there are. */
    enum Type {
        SERVICE,
        PRIVACY,
        MARKETING
    }

    /** As it is sent. */
    record Term(
            @NotNull Type type,
            @NotNull @Pattern(regexp = "[A-Za-z0-9._-]{1,20}") String version,
            @NotNull Boolean agreed) {}

    record Agreement(Type type, String version, boolean agreed) {}

    private static final Set<Type> REQUIRED = Set.of(Type.SERVICE, Type.PRIVACY);

    private Terms() {}

    /** Each kind at most once, and the required ones agreed to. */
    static boolean suffice(List<Agreement> agreements) {
        Set<Type> answered = EnumSet.noneOf(Type.class);
        Set<Type> agreed = EnumSet.noneOf(Type.class);
        for (Agreement one : agreements) {
            if (!answered.add(one.type())) {
                return false;
            }
            if (one.agreed()) {
                agreed.add(one.type());
            }
        }
        return agreed.containsAll(REQUIRED);
    }
}
