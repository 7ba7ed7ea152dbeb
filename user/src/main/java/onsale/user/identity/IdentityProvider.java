package onsale.user.identity;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.function.BiFunction;
import onsale.platform.portone.NoAnswer;
import onsale.platform.portone.PortOneClient;
import onsale.platform.portone.PortOneResponse;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.portone.ProviderTrust;
import onsale.platform.portone.ProviderTrust.Judgement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * PortOne's identity verifications (REST API V2), read only. Bounded in calls at a time, in time
 * and in bytes; an answer that is none of the documented ones counts as no answer.
 */
public final class IdentityProvider implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(IdentityProvider.class);
    private static final int BYTES_MAX = 256 << 10; // it repeats the agency's raw answer
    private static final String REFUSED = "onsale.user.identity.refused";
    private static final int ID_CHARACTERS_MAX = 200;
    private static final int CI_CHARACTERS_MAX = 200;
    private static final int NAME_CHARACTERS_MAX = 100;
    private static final int PHONE_CHARACTERS_MAX = 30;

    private final PortOneClient portOne;
    private final BiFunction<String, String, Judgement> trust;
    private final MeterRegistry registry;
    private final Duration within;

    public IdentityProvider(
            PortOneSettings portOne, Duration within, int callsMax, MeterRegistry registry) {
        this(portOne, new ProviderTrust(portOne)::identity, within, callsMax, registry);
    }

    /**
     * @param trust decides by the key and type of a channel whether to accept its identities
     */
    IdentityProvider(
            PortOneSettings portOne,
            BiFunction<String, String, Judgement> trust,
            Duration within,
            int callsMax,
            MeterRegistry registry) {
        this.portOne =
                new PortOneClient(
                        portOne,
                        new PortOneClient.Limits(callsMax, Duration.ZERO, BYTES_MAX, 1, false));
        this.trust = trust;
        this.registry = registry;
        this.within = within;
    }

    /** The caller must have checked the form of the id. */
    public Identity find(String verificationId) {
        try {
            return read(
                    verificationId,
                    portOne.get("/identity-verifications/" + verificationId, within));
        } catch (NoAnswer e) {
            LOG.warn("The provider of identities does not answer: {}", e.getMessage());
            return new Identity.Unavailable();
        }
    }

    private Identity read(String verificationId, PortOneResponse response) throws NoAnswer {
        return switch (response.status()) {
            case 200 -> verification(verificationId, response.object());
            case 400, 404 -> new Identity.NotVerified();
            default -> {
                LOG.warn(
                        "The provider of identities answers {}: check onsale.portone.secret",
                        response.status());
                yield new Identity.Unavailable();
            }
        };
    }

    private Identity verification(String verificationId, JsonNode answer) {
        if (!"VERIFIED".equals(text(answer.path("status"), 20))
                || !verificationId.equals(text(answer.path("id"), ID_CHARACTERS_MAX))) {
            return new Identity.NotVerified();
        }
        JsonNode channel = answer.path("channel");
        if (trust.apply(channel.path("key").asString(""), channel.path("type").asString(""))
                instanceof Judgement.Refused refused) {
            registry.counter(REFUSED, "reason", refused.reason().name()).increment();
            LOG.atError()
                    .addKeyValue("reason", refused.reason())
                    .log("A verified identity is refused: {}", refused.reason());
            return new Identity.NotVerified();
        }
        JsonNode customer = answer.path("verifiedCustomer");
        @Nullable String ci = text(customer.path("ci"), CI_CHARACTERS_MAX);
        @Nullable String di = text(customer.path("di"), CI_CHARACTERS_MAX);
        @Nullable String name = text(customer.path("name"), NAME_CHARACTERS_MAX);
        @Nullable String phone = text(customer.path("phoneNumber"), PHONE_CHARACTERS_MAX);
        @Nullable Instant verifiedAt = time(text(answer.path("verifiedAt"), 40));
        if (ci == null || name == null || verifiedAt == null) {
            LOG.warn("A verified identity lacks its CI, name or time and cannot be used");
            return new Identity.NotVerified();
        }
        return new Identity.Verified(
                ci,
                di == null ? "" : di,
                name.strip(),
                phone == null ? "" : phone.replaceAll("[^0-9+]", ""),
                verifiedAt);
    }

    private static @Nullable String text(JsonNode node, int charactersMax) {
        @Nullable String text = node.isString() ? node.stringValue() : null;
        return text == null || text.isBlank() || text.length() > charactersMax ? null : text;
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    @Override
    public void close() {
        portOne.close();
    }
}
