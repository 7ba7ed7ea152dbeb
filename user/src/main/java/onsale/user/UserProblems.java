package onsale.user;

import java.time.Duration;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemException;

/** The problems of the user context. */
public final class UserProblems {

    /** The codes as text, for {@link ProblemCodes}. */
    public static final class Codes {

        public static final String TERMS_REQUIRED = "user.terms_required";
        public static final String TERMS_NOT_IN_FORCE = "user.terms_not_in_force";
        public static final String TERMS_CONFLICT = "user.terms_conflict";
        public static final String PASSWORD_UNFIT = "user.password_unfit";
        public static final String CHALLENGE_REQUIRED = "user.challenge_required";
        public static final String CHALLENGE_FAILED = "user.challenge_failed";
        public static final String CHALLENGE_UNAVAILABLE = "user.challenge_unavailable";
        public static final String NOT_VERIFIED = "user.identity_not_verified";
        public static final String IDENTITY_UNAVAILABLE = "user.identity_unavailable";
        public static final String EMAIL_TAKEN = "user.email_taken";
        public static final String PERSON_HAS_ACCOUNT = "user.person_has_account";
        public static final String WRONG_CREDENTIALS = "user.wrong_credentials";
        public static final String WRONG_PASSWORD = "user.wrong_password";
        public static final String NOT_THEIR_ACCOUNT = "user.not_their_account";
        public static final String LOCKED = "user.locked";
        public static final String NOT_TO_BE_LOCKED = "user.not_to_be_locked";
        public static final String DORMANT = "user.dormant";
        public static final String LEAVING = "user.leaving";
        public static final String NO_MAIL = "user.no_mail";
        public static final String CODE_TOO_SOON = "user.code_too_soon";
        public static final String WRONG_CODE = "user.wrong_code";
        public static final String CODE_EXPIRED = "user.code_expired";
        public static final String SAME_EMAIL = "user.same_email";
        public static final String REFUSAL_OVER = "user.refusal_over";
        public static final String SHOW_AHEAD = "user.show_ahead";
        public static final String REFUND_OPEN = "user.refund_open";
        public static final String HAS_ROLE = "user.has_role";
        public static final String CODE_REQUIRED = "user.code_required";
        public static final String CODE_WRONG = "user.code_wrong";
        public static final String FACTOR_ON = "user.second_factor_on";
        public static final String FACTOR_OFF = "user.second_factor_off";
        public static final String TOO_MANY_TRIES = "user.too_many_tries";
        public static final String BUSY = "user.busy";
        public static final String SESSION_OVER = "user.session_over";
        public static final String TOO_MANY_REFRESHES = "user.too_many_refreshes";
        public static final String FOREIGN_PAGE = "user.foreign_page";
        public static final String SOCIAL_UNKNOWN = "user.social_unknown";
        public static final String SOCIAL_FAILED = "user.social_failed";
        public static final String SOCIAL_UNAVAILABLE = "user.social_unavailable";
        public static final String SOCIAL_NOT_LINKED = "user.social_not_linked";
        public static final String SOCIAL_TAKEN = "user.social_taken";
        public static final String NOT_IN_USE = "user.not_in_use";
        public static final String NO_ACCOUNT = "user.no_account";
        public static final String TOO_MANY_REHEARSAL_FANS = "user.too_many_rehearsal_fans";

        public static final String NO_API_KEY = "user.no_api_key";
        public static final String TOO_MANY_API_KEYS = "user.too_many_api_keys";
        public static final String WRONG_API_KEY = "user.wrong_api_key";
        public static final String UNKNOWN_SCOPE = "user.unknown_scope";

        private Codes() {}
    }

    public static final ProblemCode NO_API_KEY =
            new ProblemCode(Codes.NO_API_KEY, 404, "There is no such key");
    public static final ProblemCode TOO_MANY_API_KEYS =
            new ProblemCode(Codes.TOO_MANY_API_KEYS, 409, "There are too many keys");
    public static final ProblemCode WRONG_API_KEY =
            new ProblemCode(Codes.WRONG_API_KEY, 401, "The key is not good");
    public static final ProblemCode UNKNOWN_SCOPE =
            new ProblemCode(Codes.UNKNOWN_SCOPE, 422, "There is no such scope");
    public static final ProblemCode TERMS_REQUIRED =
            new ProblemCode(Codes.TERMS_REQUIRED, 422, "Required terms are not agreed to");
    public static final ProblemCode TERMS_NOT_IN_FORCE =
            new ProblemCode(Codes.TERMS_NOT_IN_FORCE, 422, "These terms are not in force");
    public static final ProblemCode TERMS_CONFLICT =
            new ProblemCode(Codes.TERMS_CONFLICT, 409, "The terms cannot be published like this");
    public static final ProblemCode PASSWORD_UNFIT =
            new ProblemCode(Codes.PASSWORD_UNFIT, 422, "The password cannot be used");
    public static final ProblemCode CHALLENGE_REQUIRED =
            new ProblemCode(Codes.CHALLENGE_REQUIRED, 422, "A bot check is needed");
    public static final ProblemCode CHALLENGE_FAILED =
            new ProblemCode(Codes.CHALLENGE_FAILED, 422, "The bot check was not passed");
    public static final ProblemCode CHALLENGE_UNAVAILABLE =
            new ProblemCode(Codes.CHALLENGE_UNAVAILABLE, 503, "Bot checks are not possible now");
    public static final ProblemCode NOT_VERIFIED =
            new ProblemCode(Codes.NOT_VERIFIED, 422, "The identity is not verified");
    public static final ProblemCode IDENTITY_UNAVAILABLE =
            new ProblemCode(Codes.IDENTITY_UNAVAILABLE, 503, "Identities cannot be verified now");
    public static final ProblemCode EMAIL_TAKEN =
            new ProblemCode(Codes.EMAIL_TAKEN, 409, "The e-mail address has an account");
    public static final ProblemCode PERSON_HAS_ACCOUNT =
            new ProblemCode(Codes.PERSON_HAS_ACCOUNT, 409, "This person has an account");
    public static final ProblemCode WRONG_CREDENTIALS =
            new ProblemCode(Codes.WRONG_CREDENTIALS, 401, "E-mail or password is wrong");
    public static final ProblemCode WRONG_PASSWORD =
            new ProblemCode(Codes.WRONG_PASSWORD, 422, "The password is wrong");
    public static final ProblemCode NOT_THEIR_ACCOUNT =
            new ProblemCode(
                    Codes.NOT_THEIR_ACCOUNT, 422, "The verified person has no such account");
    public static final ProblemCode LOCKED =
            new ProblemCode(Codes.LOCKED, 403, "The account is locked");
    public static final ProblemCode NOT_TO_BE_LOCKED =
            new ProblemCode(Codes.NOT_TO_BE_LOCKED, 409, "You may not lock this account");
    public static final ProblemCode DORMANT =
            new ProblemCode(Codes.DORMANT, 403, "The account is dormant");
    public static final ProblemCode LEAVING =
            new ProblemCode(Codes.LEAVING, 403, "The account is about to be deleted");
    public static final ProblemCode NO_MAIL =
            new ProblemCode(Codes.NO_MAIL, 503, "Mails are not possible now");
    public static final ProblemCode CODE_TOO_SOON =
            new ProblemCode(Codes.CODE_TOO_SOON, 429, "A code was mailed a moment ago");
    public static final ProblemCode WRONG_CODE =
            new ProblemCode(Codes.WRONG_CODE, 422, "The code is wrong");
    public static final ProblemCode CODE_EXPIRED =
            new ProblemCode(Codes.CODE_EXPIRED, 410, "The code is no longer valid");
    public static final ProblemCode SAME_EMAIL =
            new ProblemCode(Codes.SAME_EMAIL, 422, "The account has this address");
    public static final ProblemCode REFUSAL_OVER =
            new ProblemCode(Codes.REFUSAL_OVER, 410, "There is no change to refuse any more");
    public static final ProblemCode SHOW_AHEAD =
            new ProblemCode(Codes.SHOW_AHEAD, 409, "A show is still to come");
    public static final ProblemCode REFUND_OPEN =
            new ProblemCode(Codes.REFUND_OPEN, 409, "A refund is under way");
    public static final ProblemCode HAS_ROLE =
            new ProblemCode(Codes.HAS_ROLE, 409, "The account has a role");
    public static final ProblemCode CODE_REQUIRED =
            new ProblemCode(Codes.CODE_REQUIRED, 422, "A one-time code is needed");
    public static final ProblemCode CODE_WRONG =
            new ProblemCode(Codes.CODE_WRONG, 422, "The one-time code is wrong");
    public static final ProblemCode FACTOR_ON =
            new ProblemCode(Codes.FACTOR_ON, 409, "The second factor is on");
    public static final ProblemCode FACTOR_OFF =
            new ProblemCode(Codes.FACTOR_OFF, 409, "The second factor is not on");
    public static final ProblemCode TOO_MANY_TRIES =
            new ProblemCode(Codes.TOO_MANY_TRIES, 429, "Too many sign-ins have failed");
    public static final ProblemCode BUSY =
            new ProblemCode(Codes.BUSY, 503, "Too many people sign in right now");
    public static final ProblemCode SESSION_OVER =
            new ProblemCode(Codes.SESSION_OVER, 401, "The session is over");
    public static final ProblemCode TOO_MANY_REFRESHES =
            new ProblemCode(Codes.TOO_MANY_REFRESHES, 429, "The session is refreshed too often");
    public static final ProblemCode FOREIGN_PAGE =
            new ProblemCode(
                    Codes.FOREIGN_PAGE, 403, "The request comes from a page of another site");
    public static final ProblemCode SOCIAL_UNKNOWN =
            new ProblemCode(Codes.SOCIAL_UNKNOWN, 404, "There is no sign-in with this provider");
    public static final ProblemCode SOCIAL_FAILED =
            new ProblemCode(Codes.SOCIAL_FAILED, 422, "The provider has not confirmed who you are");
    public static final ProblemCode SOCIAL_UNAVAILABLE =
            new ProblemCode(Codes.SOCIAL_UNAVAILABLE, 503, "The provider does not answer");
    public static final ProblemCode SOCIAL_NOT_LINKED =
            new ProblemCode(Codes.SOCIAL_NOT_LINKED, 422, "No account is linked to this sign-in");
    public static final ProblemCode SOCIAL_TAKEN =
            new ProblemCode(Codes.SOCIAL_TAKEN, 409, "This sign-in is linked already");
    public static final ProblemCode NOT_IN_USE =
            new ProblemCode(Codes.NOT_IN_USE, 409, "The account is dormant or closed");
    public static final ProblemCode NO_ACCOUNT =
            new ProblemCode(Codes.NO_ACCOUNT, 422, "The verified person has no account");
    public static final ProblemCode TOO_MANY_REHEARSAL_FANS =
            new ProblemCode(
                    Codes.TOO_MANY_REHEARSAL_FANS, 409, "There are too many rehearsal fans");

    private static final Duration RETRY_AFTER = Duration.ofSeconds(3);

    private UserProblems() {}

    /** All permits for passwords are taken. */
    public static ProblemException busy() {
        return retryLater(BUSY, "Try again in a few seconds.");
    }

    public static ProblemException retryLater(ProblemCode code, String detail) {
        return Problem.of(code, detail).retryIn(RETRY_AFTER).exception();
    }
}
