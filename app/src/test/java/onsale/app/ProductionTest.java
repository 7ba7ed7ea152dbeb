package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A platform that runs for real is fit for it or does not start. */
class ProductionTest {

    private static final String STRONG = "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=";

    private static final Map<String, Object> FIT =
            Map.of(
                    "onsale.postgres.url",
                    "jdbc:postgresql://db/onsale",
                    "onsale.secret",
                    STRONG,
                    "onsale.portone.api-url",
                    "https://api.portone.io",
                    "onsale.portone.secret",
                    "of the provider",
                    "onsale.portone.store-id",
                    "store",
                    "onsale.portone.channel-key",
                    "channel",
                    "onsale.portone.webhook-secrets",
                    "whsec_bm9ib2R5");

    @Test
    void whatIsFitStarts() {
        assertThatCode(() -> check(FIT)).doesNotThrowAnyException();
    }

    @Test
    void allThatIsMissingIsSaidAtOnce() {
        assertThatThrownBy(() ->
                        check(
                                Map.of(
                                        "onsale.postgres.url",
                                        "jdbc:postgresql://db/onsale",
                                        "onsale.rehearsal.enabled",
                                        "true")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("onsale.secret: is missing")
                .hasMessageContaining("openssl rand -base64 32")
                .hasMessageContaining("onsale.portone.api-url, secret, store-id and channel-key")
                .hasMessageContaining("--play-money")
                .hasMessageContaining("onsale.rehearsal.enabled");
    }

    @Test
    void nobodyReadsTheMailOfOthers() {
        refused("onsale.mail.mailbox", "true", "onsale.mail.mailbox: shows every mail");
    }

    @Test
    void nobodyStandsInForTheProvidersOfLogins() {
        refused(
                "onsale.social.trial-url",
                "http://localhost:1",
                "onsale.social.trial-url: a server");
        refused("onsale.social.site-url", "http://tickets.example", "onsale.social.site-url: must");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secret",
                "correct horse battery staple, thirty-two characters and more",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "3q2+7wABAgMEBQYHCAkKCw=="
            })
    void aWeakSecretIsRefused(String weak) {
        refused("onsale.secret", weak, "onsale.secret: is too weak");
        refused(
                "onsale.internal.service-keys",
                weak.length() < 32 ? "k".repeat(32) : weak.replace(",", ""), // a list
                "onsale.internal.service-keys: one is too weak");
    }

    @Test
    void secretsAsTheirToolsMakeThemAreStrong() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(new Secret("made").derive("" + i).isStrong()).as("" + i).isTrue();
        }
        assertThat(new Secret(STRONG).isStrong()).isTrue();
        assertThat(new Secret(STRONG.replace('+', '-').replace("=", "")).isStrong()).isTrue();
    }

    @Test
    void aProviderWhoseWordAnybodyCanMakeUpIsNotBelieved() {
        refused("onsale.portone.api-url", "http://10.0.0.7:8080", "must begin with https://");
        refused("onsale.portone.test-mode", "true", "counts payments that took no money");
        refused("onsale.portone.webhook-secrets", "", "onsale.portone.webhook-secrets: is missing");
        refused("onsale.portone.store-id", "", "also needs onsale.portone.secret");

        Map<String, Object> playMoney = new HashMap<>(FIT);
        playMoney.put("onsale.portone.api-url", "http://10.0.0.7:8080");
        playMoney.put("onsale.portone.test-mode", "true");
        playMoney.put("onsale.rehearsal.enabled", "true");
        playMoney.put("onsale.play-money", "true");
        assertThatCode(() -> check(playMoney)).doesNotThrowAnyException();
    }

    @Test
    void whoNeitherPaysNorVerifiesNeedsNoProvider() {
        assertThatCode(() ->
                        check(
                                Map.of(
                                        "onsale.postgres.url",
                                        "jdbc:postgresql://db/onsale",
                                        "onsale.secret",
                                        STRONG,
                                        "onsale.roles",
                                        "queue,reservation")))
                .doesNotThrowAnyException();
    }

    /** The directory makes a secret of its own. */
    @Test
    void anEmbeddedDatabaseNeedsNoSecretAndTakesNoWeakOne() {
        Map<String, Object> embedded = new HashMap<>(FIT);
        embedded.remove("onsale.postgres.url");
        embedded.remove("onsale.secret");
        assertThatCode(() -> check(embedded)).doesNotThrowAnyException();

        embedded.put("onsale.secret", "weak");
        assertThatThrownBy(() -> check(embedded)).hasMessageContaining("is too weak");
    }

    private static void refused(String name, String value, String why) {
        Map<String, Object> changed = new HashMap<>(FIT);
        changed.put(name, value);
        assertThatThrownBy(() -> check(changed))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining(why);
    }

    private static void check(Map<String, Object> given) {
        Production.check(Settings.load(given));
    }
}
