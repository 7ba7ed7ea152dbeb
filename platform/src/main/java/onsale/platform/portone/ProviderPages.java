package onsale.platform.portone;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of the provider's own pages. The real provider has none: a browser opens its pages
 * with the provider's SDK, by store and channel. The simulator's pages have addresses.
 */
public final class ProviderPages {

    /** How a browser reaches the provider. */
    public enum Mode {
        SIMULATOR,
        PORTONE
    }

    private static final String PROVIDER_DOMAIN = "portone.io";

    private final PortOneSettings settings;

    public ProviderPages(PortOneSettings settings) {
        this.settings = settings;
    }

    public Mode mode() {
        if (!settings.isConfigured()) {
            return Mode.PORTONE; // not known yet; there is no simulator page in any case
        }
        String host = URI.create(settings.apiUrl()).getHost();
        return host.equals(PROVIDER_DOMAIN) || host.endsWith("." + PROVIDER_DOMAIN)
                ? Mode.PORTONE
                : Mode.SIMULATOR;
    }

    /**
     * The page on which the fan approves a registered payment; null if the SDK opens it. The caller
     * adds {@code redirect}, and may add {@code orderName} and {@code lang}.
     *
     * @param customData kept by the provider with the payment
     */
    public @Nullable String payUrl(String paymentId, @Nullable String customData) {
        if (mode() == Mode.PORTONE) {
            return null;
        }
        String page = settings.apiUrl() + "/pay/" + encoded(paymentId);
        return customData == null ? page : page + "?customData=" + encoded(customData);
    }

    /**
     * The page that verifies an identity, to be followed by a slash and an id; null for the SDK.
     */
    public @Nullable String identityUrl() {
        return mode() == Mode.PORTONE ? null : settings.apiUrl() + "/identity";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
