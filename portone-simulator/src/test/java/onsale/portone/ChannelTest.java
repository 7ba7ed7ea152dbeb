package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where payments and identities belong, as a merchant is shown it. */
class ChannelTest {

    private final PortOneSimulator simulator = PortOneSimulator.start(Caller.options());
    private final Caller caller = new Caller(simulator);

    @AfterEach
    void close() {
        caller.close();
        simulator.close();
    }

    @ParameterizedTest
    @CsvSource({
        "channel-key-inicis-live, LIVE, INICIS_V2, CARD, PaymentMethodCard",
        "channel-key-inicis-test, TEST, INICIS_V2, TRANSFER, PaymentMethodTransfer",
        "channel-key-kcp-live, LIVE, KCP_V2, TRANSFER, PaymentMethodTransfer",
        "channel-key-kcp-test, TEST, KCP_V2, CARD, PaymentMethodCard",
        "channel-key-toss-live, LIVE, TOSSPAYMENTS, EASY_PAY, PaymentMethodEasyPay",
        "channel-key-toss-test, TEST, TOSSPAYMENTS, CARD, PaymentMethodCard",
        "channel-key-test, TEST, INICIS_V2, EASY_PAY, PaymentMethodEasyPay"
    })
    void aPersonPaysThroughTheChannelOfThePage(
            String key, String type, String pgProvider, String method, String shown) {
        String page =
                "/pages/checkout?paymentId=p-1&storeId=%s&channelKey=%s&payMethod=%s&amount=9000&redirectUrl=http://shop.test/"
                        .formatted(Caller.STORE, key, method);

        assertThat(caller.submit(page, "action=approve").status()).isEqualTo(303);

        Caller.Reply payment = caller.get("/payments/p-1");
        assertThat(payment.text("/channel/key")).isEqualTo(key);
        assertThat(payment.text("/channel/type")).isEqualTo(type);
        assertThat(payment.text("/channel/pgProvider")).isEqualTo(pgProvider);
        assertThat(payment.text("/method/type")).isEqualTo(shown);
        assertThat(payment.text("/currency")).isEqualTo("KRW");
        assertThat(payment.text("/storeId")).isEqualTo(Caller.STORE);
    }

    @Test
    void aPageOfAnUnknownChannelIsNotFound() {
        assertThat(
                        caller.open(
                                        "/pages/checkout?paymentId=p-1&storeId=%s&channelKey=x&amount=1"
                                                .formatted(Caller.STORE))
                                .status())
                .isEqualTo(404);
    }

    @Test
    void aTestSaysWhereAPaymentBelongs() {
        caller.post("/simulator/payments/p-1/approve", "{\"amount\":9000}");

        caller.put(
                "/simulator/payments/p-1/origin",
                "{\"storeId\":\"other\",\"channelKey\":\"x\",\"currency\":\"USD\"}");

        Caller.Reply payment = caller.get("/payments/p-1");
        assertThat(payment.text("/storeId")).isEqualTo("other");
        assertThat(payment.text("/channel/key")).isEqualTo("x");
        assertThat(payment.text("/channel/type")).isEqualTo("LIVE");
        assertThat(payment.text("/currency")).isEqualTo("USD");
        assertThat(caller.put("/simulator/payments/p-1/origin", "{\"currency\":\"won\"}").status())
                .isEqualTo(400);
    }

    @Test
    void aTestSaysThroughWhichChannelAPersonWasVerified() {
        caller.put(
                "/simulator/identity-verifications/i-1",
                "{\"name\":\"Kim\",\"birthDate\":\"1990-01-01\",\"phoneNumber\":\"01012345678\",\"channelKey\":\"channel-key-kcp-live\"}");

        assertThat(caller.get("/identity-verifications/i-1").text("/channel/type"))
                .isEqualTo("LIVE");
    }
}
