package onsale.portone;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * How a simulator is started.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 for a free one
 * @param directory where the state survives restarts; without it the state is in memory only
 * @param secret what clients send as {@code Authorization: PortOne <secret>}
 * @param storeId the one store there is
 * @param channelKey the one channel there is
 * @param webhookUrl where webhooks go; nowhere until {@link PortOneSimulator#sendWebhooksTo}
 * @param webhookSecret {@code whsec_} and the key in base64, as Standard Webhooks has it
 * @param webhookMinute the length of the provider's minute here; retries come after 1, 4, 16, … of
 *     it
 * @param webhookAttemptsMax attempts for one webhook
 * @param paymentsMax payments in the state; beyond it the oldest is removed
 * @param identitiesMax the same for identity verifications
 */
public record Options(
        String host,
        int port,
        @Nullable Path directory,
        String secret,
        String storeId,
        String channelKey,
        @Nullable URI webhookUrl,
        String webhookSecret,
        Duration webhookMinute,
        int webhookAttemptsMax,
        int paymentsMax,
        int identitiesMax,
        Clock clock) {
    @Override
    public String toString() {
        return "Options"; // never in a log
    }

    private static final String SECRET_PREFIX = "whsec_";
    private static final int WEBHOOK_ATTEMPTS_MAX = 6;
    private static final int PAYMENTS_MAX = 50_000;
    private static final int IDENTITIES_MAX = 100_000;

    public Options {
        if (!webhookSecret.startsWith(SECRET_PREFIX)
                || Base64.getDecoder()
                                .decode(webhookSecret.substring(SECRET_PREFIX.length()))
                                .length
                        == 0) {
            throw new IllegalArgumentException("a webhook secret is whsec_ and base64");
        }
        if (paymentsMax < 1 || identitiesMax < 1 || webhookAttemptsMax < 1) {
            throw new IllegalArgumentException("limits are at least 1");
        }
    }

    /** The key that webhooks are signed with. */
    byte[] webhookKey() {
        return Base64.getDecoder().decode(webhookSecret.substring(SECRET_PREFIX.length()));
    }

    /** A free port of this machine, state in memory, no webhooks. */
    public static Options of(
            String secret, String storeId, String channelKey, String webhookSecret) {
        return new Options(
                "127.0.0.1",
                0,
                null,
                secret,
                storeId,
                channelKey,
                null,
                webhookSecret,
                Duration.ofMinutes(1),
                WEBHOOK_ATTEMPTS_MAX,
                PAYMENTS_MAX,
                IDENTITIES_MAX,
                Clock.systemUTC());
    }

    public Options withAddress(String newHost, int newPort) {
        return with(
                newHost, newPort, directory, webhookUrl, webhookMinute, paymentsMax, identitiesMax);
    }

    public Options withPort(int newPort) {
        return withAddress(host, newPort);
    }

    public Options withDirectory(@Nullable Path newDirectory) {
        return with(
                host, port, newDirectory, webhookUrl, webhookMinute, paymentsMax, identitiesMax);
    }

    public Options withWebhooks(@Nullable URI newUrl, Duration newMinute) {
        return with(host, port, directory, newUrl, newMinute, paymentsMax, identitiesMax);
    }

    public Options withMemory(int newPaymentsMax, int newIdentitiesMax) {
        return with(
                host, port, directory, webhookUrl, webhookMinute, newPaymentsMax, newIdentitiesMax);
    }

    private Options with(
            String newHost,
            int newPort,
            @Nullable Path newDirectory,
            @Nullable URI newUrl,
            Duration newMinute,
            int newPaymentsMax,
            int newIdentitiesMax) {
        return new Options(
                newHost,
                newPort,
                newDirectory,
                secret,
                storeId,
                channelKey,
                newUrl,
                webhookSecret,
                newMinute,
                webhookAttemptsMax,
                newPaymentsMax,
                newIdentitiesMax,
                clock);
    }
}
