package onsale.payment.pay;

import java.util.List;
import java.util.Optional;
import onsale.payment.order.ChosenMethod;
import onsale.payment.order.PaymentAttempt;
import onsale.platform.portone.PaymentMethod;
import onsale.platform.portone.PortOneChannel;
import onsale.platform.portone.PortOneSettings;
import org.jspecify.annotations.Nullable;

/** The methods that fans may pay with: those of the configured channels. */
final class PaymentMethods {

    record Name(String ko, String en) {}

    /** A method that a fan can choose. */
    record Offer(PaymentMethod method, String channelKey, Name name, @Nullable String pgProvider) {}

    private final List<Offer> offers;
    private final String defaultChannelKey;

    PaymentMethods(PortOneSettings settings) {
        this.defaultChannelKey = settings.channelKey();
        this.offers =
                settings.offered().stream()
                        .flatMap(channel ->
                                channel.methods().stream().map(method -> offer(channel, method)))
                        .toList();
    }

    private static Offer offer(PortOneChannel channel, PaymentMethod method) {
        Name name =
                switch (method) {
                    case CARD -> new Name("신용카드", "Card");
                    case TRANSFER -> new Name("계좌이체", "Account transfer");
                    case EASY_PAY -> new Name("간편결제", "Easy pay");
                };
        return new Offer(
                method,
                channel.key(),
                new Name(with(name.ko, channel.nameKo()), with(name.en, channel.nameEn())),
                channel.pgProvider().isEmpty() ? null : channel.pgProvider());
    }

    private static String with(String method, String channel) {
        return channel.isEmpty() ? method : method + " (" + channel + ")";
    }

    List<Offer> offers() {
        return offers;
    }

    /**
     * Chooses a channel for a method. Empty if no channel has the method, or the wanted one does
     * not.
     *
     * @param wantedChannelKey null for the default channel, or the first that has the method
     */
    Optional<ChosenMethod> choose(PaymentMethod method, @Nullable String wantedChannelKey) {
        List<String> keys =
                offers.stream()
                        .filter(offer -> offer.method == method)
                        .map(Offer::channelKey)
                        .toList();
        if (wantedChannelKey != null) {
            return keys.contains(wantedChannelKey)
                    ? Optional.of(new ChosenMethod(method, wantedChannelKey))
                    : Optional.empty();
        }
        return keys.stream()
                .filter(defaultChannelKey::equals)
                .findFirst()
                .or(() -> keys.stream().findFirst())
                .map(key -> new ChosenMethod(method, key));
    }

    /** The channel of an attempt; those from the time without a choice have the default one. */
    String channelOf(PaymentAttempt attempt) {
        @Nullable String chosen = attempt.channelKey();
        return chosen == null ? defaultChannelKey : chosen;
    }
}
