package onsale.user.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.portone.ProviderTrust.Judgement;
import onsale.user.IdentitySimulator;
import onsale.user.Person;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which identities of the provider are believed. */
class IdentityProviderTest {

    private final IdentitySimulator identities = new IdentitySimulator();

    @AfterEach
    void stop() {
        identities.close();
    }

    /** The canary: if every channel were trusted, anyone could sign up an invented person. */
    @Test
    void withoutTheJudgementAnIdentityOfAnotherChannelIsBelieved() {
        Person person = Person.somebody();
        String forged = identities.verifiedThrough(person, "somebody-s");
        PortOneSettings settings =
                IdentitySimulator.settings(
                        identities.settings().apiUrl(),
                        "portone-secret",
                        "channel-key-kcp-live",
                        false);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();

        Identity judged =
                new IdentityProvider(settings, Duration.ofSeconds(5), 1, registry).find(forged);
        Identity believed =
                new IdentityProvider(
                                settings,
                                (key, type) -> new Judgement.Ours(),
                                Duration.ofSeconds(5),
                                1,
                                registry)
                        .find(forged);

        assertThat(judged).isInstanceOf(Identity.NotVerified.class);
        assertThat(believed).isInstanceOf(Identity.Verified.class);
        assertThat(
                        registry.counter(
                                        "onsale.user.identity.refused", "reason", "ANOTHER_CHANNEL")
                                .count())
                .isEqualTo(1);
    }
}
