package onsale.user.terms;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rule of what must be agreed to. */
public final class Terms {

    public enum Type {
        SERVICE,
        PRIVACY,
        MARKETING
    }

    /** Identifies a published version. */
    public record TermsKey(Type type, String version) {}

    /** A fan's answer to one version of some terms. */
    public record Agreement(Type type, String version, boolean agreed) {}

    /** Whether answers can be accepted. */
    public sealed interface Judgement {
        record Accepted() implements Judgement {}

        /** A required version is not agreed to, or a type is answered twice. */
        record Insufficient() implements Judgement {}

        /** An answer names a version that is not in force. */
        record NotInForce() implements Judgement {}
    }

    private Terms() {}

    /** Judges the answers of a new member against the versions in force. */
    public static Judgement judge(List<TermsVersion> inForce, List<Agreement> answers) {
        return judge(inForce, answers, true);
    }

    /**
     * Judges answers of a member, who may answer some only, but refuse nothing that is required.
     */
    static Judgement judgeSome(List<TermsVersion> inForce, List<Agreement> answers) {
        return judge(inForce, answers, false);
    }

    private static Judgement judge(
            List<TermsVersion> inForce, List<Agreement> answers, boolean all) {
        Map<Type, Agreement> byType = new EnumMap<>(Type.class);
        for (Agreement answer : answers) {
            if (byType.put(answer.type(), answer) != null) {
                return new Judgement.Insufficient();
            }
            if (inForce.stream().noneMatch(version -> version.isNamedBy(answer))) {
                return new Judgement.NotInForce();
            }
        }
        for (TermsVersion version : inForce) {
            @Nullable Agreement answer = byType.get(version.type());
            boolean refused = answer == null ? all : !answer.agreed();
            if (version.required() && refused) {
                return new Judgement.Insufficient();
            }
        }
        return new Judgement.Accepted();
    }
}
