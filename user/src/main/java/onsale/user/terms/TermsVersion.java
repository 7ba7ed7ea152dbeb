package onsale.user.terms;

import java.time.Instant;
import onsale.user.terms.Terms.Agreement;

/**
 * A published version of some terms, in both languages.
 *
 * @param effectiveFrom from then on it is in force, until the next version of its type is
 */
public record TermsVersion(
        Terms.Type type,
        String version,
        boolean required,
        Instant effectiveFrom,
        Wording ko,
        Wording en) {

    /** The words in one language. Paragraphs of the text are separated by an empty line. */
    public record Wording(String title, String text) {}

    public Terms.TermsKey key() {
        return new Terms.TermsKey(type, version);
    }

    boolean isNamedBy(Agreement answer) {
        return answer.type() == type && answer.version().equals(version);
    }
}
