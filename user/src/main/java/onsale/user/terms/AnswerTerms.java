package onsale.user.terms;

import java.util.List;
import java.util.UUID;
import onsale.user.terms.Terms.Agreement;
import onsale.user.terms.Terms.Judgement;

/** A member agrees to terms, or withdraws from terms that are optional. */
public final class AnswerTerms {

    /** The outcome of answering. */
    public sealed interface Outcome {
        record Kept() implements Outcome {}

        record Required() implements Outcome {}

        record NotInForce() implements Outcome {}
    }

    private final TermsStore store;

    public AnswerTerms(TermsStore store) {
        this.store = store;
    }

    public Outcome run(UUID userId, List<Agreement> answers) {
        return switch (Terms.judgeSome(store.inForce(), answers)) {
            case Judgement.Insufficient _ -> new Outcome.Required();
            case Judgement.NotInForce _ -> new Outcome.NotInForce();
            case Judgement.Accepted _ -> {
                store.insert(userId, answers);
                yield new Outcome.Kept();
            }
        };
    }
}
