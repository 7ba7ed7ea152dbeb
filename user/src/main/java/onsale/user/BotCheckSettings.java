package onsale.user;

import java.time.Duration;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the bot check.
 *
 * @param mode PROOF_OF_WORK is built in; VERIFIER asks a reCAPTCHA-compatible service; OFF is for
 *     installations behind a check of their own
 * @param bits zero bits that a proof of work needs; each more doubles the client's work
 * @param bitsMax the most bits, for networks with many failures
 * @param challengeFor how long a challenge can be used
 * @param loginFailures failed logins of an e-mail after which a login needs a solved challenge
 * @param networkFailures failed logins from a network within an hour after which each login from it
 *     needs one; more failures also make the challenges harder
 * @param verifierUrl where the verifier takes secret, response and remoteip as a form
 * @param verifierSecret the verifier's secret
 * @param siteKey the verifier's public key, for its widget
 * @param verifierWithin how long the verifier may take to answer
 */
@ConfigurationProperties("onsale.bot-check")
public record BotCheckSettings(
        @DefaultValue("PROOF_OF_WORK") Mode mode,
        @DefaultValue("16") int bits,
        @DefaultValue("20") int bitsMax,
        @DefaultValue("10m") Duration challengeFor,
        @DefaultValue("3") int loginFailures,
        @DefaultValue("20") int networkFailures,
        @DefaultValue("") String verifierUrl,
        @DefaultValue("") Secret verifierSecret,
        @DefaultValue("") String siteKey,
        @DefaultValue("3s") Duration verifierWithin) {

    /** How clients are checked. */
    public enum Mode {
        PROOF_OF_WORK,
        VERIFIER,
        OFF
    }

    public BotCheckSettings {
        Check.range("onsale.bot-check.bits", bits, 1, 24);
        Check.range("onsale.bot-check.bits-max", bitsMax, 1, 24);
        Check.range("onsale.bot-check.challenge-for", challengeFor, "1m", "1h");
        Check.range("onsale.bot-check.login-failures", loginFailures, 0, 1_000_000);
        Check.range("onsale.bot-check.network-failures", networkFailures, 1, 1_000_000);
        Check.range("onsale.bot-check.verifier-within", verifierWithin, "100ms", "30s");
        if (mode == Mode.VERIFIER && (verifierUrl.isEmpty() || verifierSecret.isEmpty())) {
            throw new StartFailure(
                    "onsale.bot-check.mode=VERIFIER needs onsale.bot-check.verifier-url and"
                            + " onsale.bot-check.verifier-secret.");
        }
    }
}
