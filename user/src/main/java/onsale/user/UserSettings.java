package onsale.user;

import java.time.Duration;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the user context.
 *
 * @param dataKeyset the keys that encrypt personal data: a Tink keyset of AES-256-GCM keys, JSON in
 *     base64, the same in every process; if empty, one key is derived from onsale.secret. To
 *     rotate: add a new key everywhere, then make it primary. A job encrypts the rows anew. The key
 *     derived from onsale.secret can always decrypt
 * @param lookupKey the key of the hashes by which e-mails and people are found, and from which
 *     person ids are made: at least 32 bytes in base64; if empty, it is derived from onsale.secret.
 *     Never change it
 * @param identityWithin how long the provider of identity verifications may take to answer
 * @param identityCallsMax requests to that provider at a time
 * @param identityFor how old a verification may be
 * @param passwordStrength BCrypt's cost, the exponent of a power of two
 * @param passwordWorkers threads that compute BCrypt; 0 means half the cores
 * @param passwordsWaiting passwords that may wait for a worker; beyond that the response is 503
 * @param passwordWithin how long a password may wait for a worker; after that the response is 503
 * @param accessFor lifetime of an access token
 * @param refreshFor lifetime of a refresh token
 * @param sessionFor how long a session may last, however often it is refreshed
 * @param refreshGrace how long a used refresh token may be repeated
 * @param keyEvery how long a key signs access tokens before the next one does
 * @param keyPublishedBefore how long a key is published before it signs
 * @param loginsKeptFor how long the login history is kept, in whole months
 * @param dormantAfter how long an account may be unused before it becomes dormant
 * @param dormancyNoticeBefore how long before that its owner is told
 * @param purgeAfter how long the personal data of a deleted account stays, for its owner to return
 * @param codeFor how long a code is good that was mailed
 * @param codeEvery how long to wait before another code is mailed
 * @param loginTries wrong passwords of an account before each further attempt has to wait
 * @param loginDelayMax the longest wait between two attempts; nobody is locked out for longer
 * @param secondFactor whether organisers, operators and administrators need a second factor for
 *     their role; AUTO means that they do unless all money is play money
 */
@ConfigurationProperties("onsale.user")
public record UserSettings(
        @DefaultValue("") Secret dataKeyset,
        @DefaultValue("") Secret lookupKey,
        @DefaultValue("5s") Duration identityWithin,
        @DefaultValue("50") int identityCallsMax,
        @DefaultValue("1h") Duration identityFor,
        @DefaultValue("10") int passwordStrength,
        @DefaultValue("0") int passwordWorkers,
        @DefaultValue("32") int passwordsWaiting,
        @DefaultValue("4s") Duration passwordWithin,
        @DefaultValue("1h") Duration accessFor,
        @DefaultValue("7d") Duration refreshFor,
        @DefaultValue("90d") Duration sessionFor,
        @DefaultValue("10s") Duration refreshGrace,
        @DefaultValue("30d") Duration keyEvery,
        @DefaultValue("1d") Duration keyPublishedBefore,
        @DefaultValue("365d") Duration loginsKeptFor,
        @DefaultValue("365d") Duration dormantAfter,
        @DefaultValue("30d") Duration dormancyNoticeBefore,
        @DefaultValue("30d") Duration purgeAfter,
        @DefaultValue("10m") Duration codeFor,
        @DefaultValue("1m") Duration codeEvery,
        @DefaultValue("5") int loginTries,
        @DefaultValue("5m") Duration loginDelayMax,
        @DefaultValue("AUTO") SecondFactorRule secondFactor) {

    /** When staff need a second factor. */
    public enum SecondFactorRule {
        AUTO,
        REQUIRED,
        OPTIONAL
    }

    public UserSettings {
        Check.range("onsale.user.identity-within", identityWithin, "100ms", "60s");
        Check.range("onsale.user.identity-calls-max", identityCallsMax, 1, 10_000);
        Check.range("onsale.user.identity-for", identityFor, "1m", "30d");
        Check.range("onsale.user.password-strength", passwordStrength, 10, 16);
        Check.range("onsale.user.password-workers", passwordWorkers, 0, 256);
        Check.range("onsale.user.passwords-waiting", passwordsWaiting, 0, 10_000);
        Check.range("onsale.user.password-within", passwordWithin, "100ms", "60s");
        Check.range("onsale.user.access-for", accessFor, "1m", "1d");
        Check.range("onsale.user.refresh-for", refreshFor, "1h", "90d");
        Check.range("onsale.user.session-for", sessionFor, "1h", "365d");
        Check.range("onsale.user.refresh-grace", refreshGrace, "0s", "1m");
        Check.range("onsale.user.key-every", keyEvery, "1h", "365d");
        Check.range("onsale.user.key-published-before", keyPublishedBefore, "15m", "30d");
        Check.range("onsale.user.logins-kept-for", loginsKeptFor, "1d", "3650d");
        Check.range("onsale.user.dormant-after", dormantAfter, "30d", "3650d");
        Check.range("onsale.user.dormancy-notice-before", dormancyNoticeBefore, "1d", "180d");
        Check.range("onsale.user.purge-after", purgeAfter, "1d", "365d");
        Check.range("onsale.user.code-for", codeFor, "1m", "1h");
        Check.range("onsale.user.code-every", codeEvery, "1s", "1h");
        Check.range("onsale.user.login-tries", loginTries, 1, 1_000_000);
        Check.range("onsale.user.login-delay-max", loginDelayMax, "1s", "1h");
        if (refreshFor.compareTo(sessionFor) > 0) {
            throw new StartFailure(
                    "onsale.user.refresh-for must not be longer than onsale.user.session-for.");
        }
        if (dormancyNoticeBefore.compareTo(dormantAfter) >= 0) {
            throw new StartFailure(
                    "onsale.user.dormancy-notice-before must be shorter than onsale.user.dormant-after.");
        }
        if (keyPublishedBefore.compareTo(keyEvery) >= 0) {
            throw new StartFailure(
                    "onsale.user.key-published-before must be shorter than onsale.user.key-every.");
        }
    }
}
