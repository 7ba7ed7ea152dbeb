package onsale.user;

import onsale.platform.problem.ProblemCode;

/** What can be wrong with accounts. */
final class UserProblems {

    static final ProblemCode TERMS_REQUIRED =
            new ProblemCode("user.terms_required", 422, "Required terms are not agreed to");
    static final ProblemCode PASSWORD_UNFIT =
            new ProblemCode("user.password_unfit", 422, "The password cannot be used");
    static final ProblemCode NOT_VERIFIED =
            new ProblemCode("user.identity_not_verified", 422, "The identity is not verified");
    static final ProblemCode IDENTITY_MISMATCH =
            new ProblemCode("user.identity_mismatch", 422, "The identity is another person's");
    static final ProblemCode IDENTITY_UNAVAILABLE =
            new ProblemCode("user.identity_unavailable", 503, "Identities cannot be verified now");
    static final ProblemCode EMAIL_TAKEN =
            new ProblemCode("user.email_taken", 409, "The e-mail address has an account");
    static final ProblemCode PERSON_HAS_ACCOUNT =
            new ProblemCode("user.person_has_account", 409, "This person has an account");
    static final ProblemCode WRONG_CREDENTIALS =
            new ProblemCode("user.wrong_credentials", 401, "E-mail or password is wrong");
    static final ProblemCode LOCKED = new ProblemCode("user.locked", 403, "The account is locked");
    static final ProblemCode DORMANT =
            new ProblemCode("user.dormant", 403, "The account is dormant");
    static final ProblemCode BUSY =
            new ProblemCode("user.busy", 503, "Too many people sign in right now");
    static final ProblemCode SESSION_OVER =
            new ProblemCode("user.session_over", 401, "The session is over");
    static final ProblemCode TOO_MANY_REFRESHES =
            new ProblemCode("user.too_many_refreshes", 429, "The session is refreshed too often");

    static final ProblemCode TOO_MANY_REHEARSAL_FANS =
            new ProblemCode("user.too_many_rehearsal_fans", 409, "There are too many already");

    private UserProblems() {}
}
