package onsale.user.terms;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.platform.audit.AuditTrail;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemException;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.terms.AnswerTerms.Outcome;
import onsale.user.terms.TermsVersion.Wording;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The published terms, and a member's answers to them. */
@RestController
@ProblemsOf(UserProblems.class)
public final class TermsController {

    private static final int ANNOUNCED_MAX = 10;
    private static final int ANSWERS_MAX = 100;

    private final TermsStore store;
    private final AnswerTerms answerTerms;
    private final AuditTrail audit;

    TermsController(TermsStore store, AnswerTerms answerTerms, AuditTrail userAudit) {
        this.store = store;
        this.answerTerms = answerTerms;
        this.audit = userAudit;
    }

    /** An answer to one version, of a new or an old member. */
    public record Term(
            @NotNull Terms.Type type,
            @NotNull @Pattern(regexp = "[A-Za-z0-9._-]{1,20}") String version,
            @NotNull Boolean agreed) {

        public Terms.Agreement agreement() {
            return new Terms.Agreement(type, version, agreed);
        }
    }

    record PublishedTerms(List<TermsVersion> inForce, List<TermsVersion> announced) {}

    /**
     * @param missing the required versions in force that are not agreed to
     */
    record MyTerms(List<TermsStore.TermsAnswer> answers, List<Terms.TermsKey> missing) {}

    record AnswersRequest(@NotNull @Size(min = 1, max = 3) List<@NotNull @Valid Term> terms) {}

    record WordingForm(
            @NotBlank @Size(max = 100) @Pattern(regexp = "\\P{Cntrl}*") String title,
            @NotBlank @Size(max = 20_000) @Pattern(regexp = "[\\P{Cntrl}\\n]*") String text) {

        Wording wording() {
            return new Wording(title, text);
        }
    }

    record TermsForm(
            @NotNull Terms.Type type,
            @NotNull @Pattern(regexp = "[A-Za-z0-9._-]{1,20}") String version,
            @NotNull Boolean required,
            @NotNull Instant effectiveFrom,
            @NotNull @Valid WordingForm ko,
            @NotNull @Valid WordingForm en) {

        TermsVersion published() {
            return new TermsVersion(
                    type, version, required, effectiveFrom, ko.wording(), en.wording());
        }
    }

    @GetMapping("/api/terms")
    PublishedTerms terms() {
        return new PublishedTerms(store.inForce(), store.announced(ANNOUNCED_MAX));
    }

    @GetMapping("/api/users/me/terms")
    MyTerms mine(CurrentUser user) {
        return new MyTerms(store.answers(user.userId(), ANSWERS_MAX), store.missing(user.userId()));
    }

    @PostMapping("/api/users/me/terms")
    @ProblemCodes({Codes.TERMS_REQUIRED, Codes.TERMS_NOT_IN_FORCE})
    MyTerms answer(CurrentUser user, @Valid @RequestBody AnswersRequest request) {
        return switch (answerTerms.run(
                user.userId(), request.terms().stream().map(Term::agreement).toList())) {
            case Outcome.Kept _ -> mine(user);
            case Outcome.Required _ -> throw required();
            case Outcome.NotInForce _ -> throw notInForce();
        };
    }

    @PostMapping("/api/admin/terms")
    @ResponseStatus(HttpStatus.CREATED)
    @ProblemCodes(Codes.TERMS_CONFLICT)
    TermsVersion publish(Actor administrator, @Valid @RequestBody TermsForm form) {
        TermsVersion version = form.published();
        return audit.record(
                administrator,
                "terms.publish",
                version.type() + " " + version.version(),
                () -> null,
                () -> published(version),
                after -> after);
    }

    private TermsVersion published(TermsVersion version) {
        if (!store.publish(version)) {
            throw Problem.of(
                            UserProblems.TERMS_CONFLICT,
                            "Choose a new version, and a date to come that is after those of all others.")
                    .exception();
        }
        return version;
    }

    public static ProblemException required() {
        return Problem.of(
                        UserProblems.TERMS_REQUIRED,
                        "Agree to all required terms, and name each terms once.")
                .exception();
    }

    public static ProblemException notInForce() {
        return Problem.of(UserProblems.TERMS_NOT_IN_FORCE, "Read the terms again and answer them.")
                .exception();
    }
}
