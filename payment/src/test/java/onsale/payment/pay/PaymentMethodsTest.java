package onsale.payment.pay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import onsale.payment.order.ChosenMethod;
import onsale.platform.portone.PaymentMethod;
import onsale.platform.portone.PortOneChannel;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.settings.Secret;
import org.junit.jupiter.api.Test;

class PaymentMethodsTest {

    private static final PortOneChannel KCP =
            new PortOneChannel(
                    "kcp",
                    List.of(PaymentMethod.CARD, PaymentMethod.TRANSFER),
                    "엔에이치엔",
                    "NHN KCP",
                    "KCP_V2");
    private static final PortOneChannel TOSS =
            new PortOneChannel(
                    "toss", List.of(PaymentMethod.CARD, PaymentMethod.EASY_PAY), "", "", "");

    private static PaymentMethods methods(String channelKey, PortOneChannel... channels) {
        return new PaymentMethods(
                new PortOneSettings(
                        "",
                        0,
                        Secret.NONE,
                        "store",
                        channelKey,
                        List.of(channels),
                        List.of(),
                        false,
                        List.of()));
    }

    @Test
    void everyMethodOfEveryChannelIsOffered() {
        assertThat(methods("toss", KCP, TOSS).offers())
                .extracting(offer -> offer.method() + " " + offer.channelKey())
                .containsExactly("CARD kcp", "TRANSFER kcp", "CARD toss", "EASY_PAY toss");
        PaymentMethods.Offer first = methods("toss", KCP, TOSS).offers().getFirst();
        assertThat(first.name().ko()).isEqualTo("신용카드 (엔에이치엔)");
        assertThat(first.name().en()).isEqualTo("Card (NHN KCP)");
        assertThat(first.pgProvider()).isEqualTo("KCP_V2");
    }

    @Test
    void theOneChannelTakesCards() {
        assertThat(methods("one").offers())
                .extracting(offer -> offer.method() + " " + offer.channelKey())
                .containsExactly("CARD one");
        assertThat(methods("").offers()).isEmpty();
    }

    @Test
    void aFanGetsTheChannelAskedForOrTheDefault() {
        PaymentMethods methods = methods("toss", KCP, TOSS);

        assertThat(methods.choose(PaymentMethod.CARD, null))
                .contains(new ChosenMethod(PaymentMethod.CARD, "toss"));
        assertThat(methods.choose(PaymentMethod.CARD, "kcp"))
                .contains(new ChosenMethod(PaymentMethod.CARD, "kcp"));
        assertThat(methods.choose(PaymentMethod.TRANSFER, null))
                .contains(new ChosenMethod(PaymentMethod.TRANSFER, "kcp"));
        assertThat(methods.choose(PaymentMethod.TRANSFER, "toss")).isEmpty();
        assertThat(methods.choose(PaymentMethod.CARD, "somebody-s")).isEmpty();
    }
}
