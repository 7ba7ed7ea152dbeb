package onsale.user;

import java.time.Duration;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Accounts.
 *
 * @param dataKeyset the keys personal data is encrypted with: a Tink keyset of AES-256-GCM keys,
 *     JSON in base64, the same in every process; empty is one key derived from onsale.secret. To
 *     rotate: add a new key everywhere, then make it primary; rows move to it by themselves, and
 *     the key derived from onsale.secret can always read
 * @param lookupKey base64 of at least 32 bytes by which e-mail and CI are found, and from which
 *     person ids are made; empty is derived from onsale.secret. Never change it
 * @param identityWithin how long the provider of identity verifications may take to answer
 * @param identityCallsMax calls to that provider at a time
 * @param identityFor how old a verification may be
 * @param passwordStrength BCrypt's cost, a power of two
 * @param passwordWorkers threads that compute BCrypt; 0 takes half the cores
 * @param passwordsWaiting passwords that may wait for a worker; beyond, the answer is 503
 * @param passwordWithin how long a password may wait for a worker; beyond, the answer is 503
 * @param accessFor life of an access token
 * @param refreshFor life of a refresh token
 * @param refreshGrace for which a refresh token that was just used answers once more
 * @param keyEvery after which access tokens are signed by a new key
 * @param keyPublishedBefore how long a key is public before it signs
 * @param loginsKeptFor after which a login is forgotten
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
        @DefaultValue("10s") Duration refreshGrace,
        @DefaultValue("30d") Duration keyEvery,
        @DefaultValue("1d") Duration keyPublishedBefore,
        @DefaultValue("365d") Duration loginsKeptFor) {

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
        Check.range("onsale.user.refresh-grace", refreshGrace, "0s", "1m");
        Check.range("onsale.user.key-every", keyEvery, "1h", "365d");
        Check.range("onsale.user.key-published-before", keyPublishedBefore, "15m", "30d");
        Check.range("onsale.user.logins-kept-for", loginsKeptFor, "1d", "3650d");
        if (keyPublishedBefore.compareTo(keyEvery) >= 0) {
            throw new StartFailure(
                    "onsale.user.key-published-before must be shorter than onsale.user.key-every.");
        }
    }
}
