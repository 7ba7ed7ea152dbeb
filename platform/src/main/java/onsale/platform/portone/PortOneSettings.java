package onsale.platform.portone;

import java.util.List;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the payment provider is reached.
 *
 * @param apiUrl {@code https://api.portone.io} or a simulator, without a slash at the end; empty
 *     starts a simulator for demo data or with onsale.play-money, and otherwise means that there is
 *     no provider
 * @param port of the embedded simulator; 0 takes a free one
 * @param secret the API secret (V2)
 * @param storeId the store that payments belong to
 * @param channelKey the channel of payments unless a fan chooses another
 * @param channels the channels that fans may choose from; empty means cards through the one channel
 * @param identityChannelKeys the channels through which identities are verified; empty means those
 *     of payments
 * @param testMode whether payments and identities of test channels count; never where real money is
 *     taken
 * @param webhookSecrets each {@code whsec_} and base64; a webhook signed with any of them is
 *     accepted, so that a secret can be changed without losing one
 */
@ConfigurationProperties("onsale.portone")
public record PortOneSettings(
        @DefaultValue("") String apiUrl,
        @DefaultValue("0") int port,
        @DefaultValue("") Secret secret,
        @DefaultValue("") String storeId,
        @DefaultValue("") String channelKey,
        @DefaultValue List<PortOneChannel> channels,
        @DefaultValue List<String> identityChannelKeys,
        @DefaultValue("false") boolean testMode,
        @DefaultValue List<Secret> webhookSecrets) {

    public PortOneSettings {
        Check.port("onsale.portone.port", port);
        webhookSecrets = List.copyOf(webhookSecrets);
        channels = List.copyOf(channels);
        identityChannelKeys = List.copyOf(identityChannelKeys);
        List<String> keys = channels.stream().map(PortOneChannel::key).toList();
        if (keys.stream().distinct().count() != keys.size()) {
            throw new StartFailure("onsale.portone.channels must have different keys.");
        }
        if (!keys.isEmpty() && !channelKey.isEmpty() && !keys.contains(channelKey)) {
            throw new StartFailure(
                    "onsale.portone.channel-key must be one of onsale.portone.channels.");
        }
        if (!keys.isEmpty() && channelKey.isEmpty()) {
            channelKey = keys.getFirst();
        }
        if (!apiUrl.isEmpty()) {
            if (!apiUrl.matches("https?://[^/?#]+")) {
                throw new StartFailure(
                        "onsale.portone.api-url must be like https://api.portone.io, without a path.");
            }
            if (secret.isEmpty() || storeId.isEmpty() || channelKey.isEmpty()) {
                throw new StartFailure(
                        "onsale.portone.api-url also needs onsale.portone.secret, store-id and channel-key or channels.");
            }
        }
        for (Secret webhookSecret : webhookSecrets) {
            if (!webhookSecret.value().matches("whsec_[A-Za-z0-9+/]+={0,2}")) {
                throw new StartFailure(
                        "onsale.portone.webhook-secrets must each be whsec_ and base64.");
            }
        }
    }

    /** The channels that fans may pay through. */
    public List<PortOneChannel> offered() {
        return channels.isEmpty() && !channelKey.isEmpty()
                ? List.of(new PortOneChannel(channelKey, List.of(PaymentMethod.CARD), "", "", ""))
                : channels;
    }

    public boolean isConfigured() {
        return !apiUrl.isEmpty();
    }
}
