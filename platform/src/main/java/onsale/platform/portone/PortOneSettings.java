package onsale.platform.portone;

import java.util.List;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the payment provider is and how we are known to it.
 *
 * @param apiUrl {@code https://api.portone.io} or a simulator, without a slash at the end; empty
 *     starts a simulator if PostgreSQL is embedded too, and otherwise means that there is no
 *     provider
 * @param port of the embedded simulator; 0 takes a free one
 * @param secret of the V2 API
 * @param storeId the store that payments belong to
 * @param channelKey the channel that payments go through
 * @param webhookSecrets each {@code whsec_} and base64; a message signed with any of them is
 *     believed, so that a secret can be changed without losing one
 */
@ConfigurationProperties("onsale.portone")
public record PortOneSettings(
        @DefaultValue("") String apiUrl,
        @DefaultValue("0") int port,
        @DefaultValue("") Secret secret,
        @DefaultValue("") String storeId,
        @DefaultValue("") String channelKey,
        @DefaultValue List<Secret> webhookSecrets) {

    public PortOneSettings {
        Check.port("onsale.portone.port", port);
        webhookSecrets = List.copyOf(webhookSecrets);
        if (!apiUrl.isEmpty()) {
            if (!apiUrl.matches("https?://[^/?#]+")) {
                throw new StartFailure(
                        "onsale.portone.api-url must be like https://api.portone.io, without a path.");
            }
            if (secret.isEmpty() || storeId.isEmpty() || channelKey.isEmpty()) {
                throw new StartFailure(
                        "onsale.portone.api-url also needs onsale.portone.secret, store-id and channel-key.");
            }
        }
        for (Secret webhookSecret : webhookSecrets) {
            if (!webhookSecret.value().matches("whsec_[A-Za-z0-9+/]+={0,2}")) {
                throw new StartFailure(
                        "onsale.portone.webhook-secrets must each be whsec_ and base64.");
            }
        }
    }

    public boolean isConfigured() {
        return !apiUrl.isEmpty();
    }
}
