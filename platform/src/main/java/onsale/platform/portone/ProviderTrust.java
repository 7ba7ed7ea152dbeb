package onsale.platform.portone;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides whether a payment or identity that the provider reports is ours. A secret may have access
 * to several stores, a page can be opened with any channel and currency, and a test channel reports
 * PAID without taking money. So nothing counts unless store, currency and channel are as
 * configured; a value that the provider leaves out does not match.
 */
public final class ProviderTrust {

    private static final String CURRENCY = "KRW";
    private static final String LIVE = "LIVE";
    private static final String TEST = "TEST";

    /** Store, currency and channel in an answer of the provider; empty if it leaves them out. */
    public record Shown(String storeId, String currency, String channelKey, String channelType) {}

    /** Why an answer is not trusted. */
    public enum Reason {
        ANOTHER_STORE,
        ANOTHER_CURRENCY,
        ANOTHER_CHANNEL,
        TEST_CHANNEL
    }

    /** The decision about an answer. */
    public sealed interface Judgement {
        record Ours() implements Judgement {}

        record Refused(Reason reason) implements Judgement {

            /** Whether the money is at our store, so that it must be refunded. */
            public boolean isAtOurStore() {
                return reason != Reason.ANOTHER_STORE;
            }
        }
    }

    private final String storeId;
    private final boolean testMode;
    private final Set<String> paymentChannels;
    private final Set<String> identityChannels;

    public ProviderTrust(PortOneSettings settings) {
        this.storeId = settings.storeId();
        this.testMode = settings.testMode();
        this.paymentChannels =
                settings.offered().stream()
                        .map(PortOneChannel::key)
                        .collect(Collectors.toUnmodifiableSet());
        this.identityChannels =
                settings.identityChannelKeys().isEmpty()
                        ? paymentChannels
                        : Set.copyOf(settings.identityChannelKeys());
    }

    /** Whether a charge may pay for something. */
    public Judgement payment(Shown shown) {
        if (storeId.isEmpty() || !storeId.equals(shown.storeId)) {
            return new Judgement.Refused(Reason.ANOTHER_STORE);
        }
        if (!CURRENCY.equals(shown.currency)) {
            return new Judgement.Refused(Reason.ANOTHER_CURRENCY);
        }
        return channel(paymentChannels, shown.channelKey, shown.channelType);
    }

    /** Whether a verified identity may be trusted. It names no store. */
    public Judgement identity(String channelKey, String channelType) {
        return channel(identityChannels, channelKey, channelType);
    }

    private Judgement channel(Set<String> known, String key, String type) {
        if (!known.contains(key)) {
            return new Judgement.Refused(Reason.ANOTHER_CHANNEL);
        }
        return LIVE.equals(type) || (testMode && TEST.equals(type))
                ? new Judgement.Ours()
                : new Judgement.Refused(Reason.TEST_CHANNEL);
    }
}
