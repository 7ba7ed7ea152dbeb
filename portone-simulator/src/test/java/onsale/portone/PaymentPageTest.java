package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;

import io.portone.sdk.server.payment.FailedPayment;
import io.portone.sdk.server.payment.ReadyPayment;
import org.junit.jupiter.api.Test;

/** The provider's page, on which people approve or decline a payment. */
class PaymentPageTest extends PaymentRig {

    @Test
    void aPersonApprovesOnThePage() {
        String page =
                "/pages/checkout?paymentId=p-2&storeId=%s&channelKey=%s&amount=9000&customData=c&orderName=%s&redirectUrl=%s"
                        .formatted(
                                Caller.STORE,
                                Caller.CHANNEL,
                                encode("<b>석"),
                                encode("http://shop.test/pay"));

        Caller.Reply shown = caller.open(page);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.body()).contains("9,000원", "&lt;b&gt;석").doesNotContain("<b>석");
        assertThat(official.getPayment("p-2").join()).isInstanceOf(ReadyPayment.class);

        Caller.Reply back = caller.submit(page, "action=approve");
        assertThat(back.status()).isEqualTo(303);
        assertThat(back.location())
                .startsWith("http://shop.test/pay?")
                .contains("paymentId=p-2", "paymentToken=payment-token-");
        assertThat(official.getPayment("p-2").join())
                .as("money is taken by the confirmation only")
                .isInstanceOf(ReadyPayment.class);
        assertThat(caller.submit(page, "action=approve").location()).isEqualTo(back.location());

        String token = back.location().replaceAll(".*paymentToken=([^&]+).*", "$1");
        assertThat(confirm("p-2", token, 9_000).status()).isEqualTo(200);
        assertThat(caller.open(page).status()).as("paid already").isEqualTo(409);
    }

    @Test
    void whoIsDeclinedOrGivesUpMayTryAgain() {
        String page =
                "/pages/checkout?paymentId=p-3&storeId=%s&channelKey=%s&amount=9000&lang=en&redirectUrl=%s"
                        .formatted(
                                Caller.STORE, Caller.CHANNEL, encode("http://shop.test/pay?x=1"));

        Caller.Reply declined = caller.submit(page, "action=decline");
        assertThat(declined.location())
                .contains("?x=1&", "code=FAILURE_TYPE_PG", "pgCode=DECLINED")
                .doesNotContain("paymentToken");
        var failed = (FailedPayment) official.getPayment("p-3").join();
        assertThat(failed.getFailure().getPgCode()).isEqualTo("DECLINED");

        assertThat(caller.submit(page, "action=close").location())
                .contains("pgCode=PAY_PROCESS_CANCELED");
        String second = approve("p-3", "{}");
        var ready = (ReadyPayment) official.getPayment("p-3").join();
        assertThat(ready.getTransactionId()).isNotEqualTo(failed.getTransactionId());
        assertThat(confirm("p-3", second, 9_000).status()).isEqualTo(200);
    }

    @Test
    void aRegisteredPaymentHasAPageByItsIdAlone() {
        caller.post("/payments/p-9/pre-register", "{\"totalAmount\": 77000}");
        String page =
                "/pay/p-9?orderName=%s&lang=en&redirect=%s"
                        .formatted(
                                encode("Paper Boat, 2 seats"),
                                encode("http://shop.test/return?r=1"));

        Caller.Reply shown = caller.open(page);
        assertThat(shown.body())
                .contains("Paper Boat, 2 seats", "₩77,000", "Card")
                .contains("value=\"approve\"", "value=\"late\"", "value=\"decline\"")
                .doesNotContain("<script");
        assertThat(shown.raw().headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'", "style-src 'sha256-")
                .doesNotContain("unsafe");
        Caller.Reply back = caller.submit(page, "action=approve");

        assertThat(back.location())
                .startsWith("http://shop.test/return?r=1&")
                .contains("paymentId=p-9", "paymentToken=");
    }

    /** The policy allows the page's own style, and only that. */
    @Test
    void theStyleIsTheOneThatThePolicyNames() throws Exception {
        Caller.Reply shown = caller.open("/identity/iv-1");
        String style = shown.body().split("<style>", 2)[1].split("</style>", 2)[0];
        String hash =
                java.util.Base64.getEncoder()
                        .encodeToString(
                                java.security.MessageDigest.getInstance("SHA-256")
                                        .digest(
                                                style.getBytes(
                                                        java.nio.charset.StandardCharsets.UTF_8)));

        assertThat(shown.raw().headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("'sha256-" + hash + "'");
    }

    @Test
    void whoPaysLateIsChargedAfterTheConfirmationBrokeOff() {
        caller.post("/payments/p-10/pre-register", "{\"totalAmount\": 5000}");
        String page = "/pay/p-10?redirect=" + encode("http://shop.test/");

        Caller.Reply back = caller.submit(page, "action=late");

        assertThat(back.location()).contains("paymentToken=");
        assertThat(caller.get("/simulator/payments/p-10/faults").body())
                .contains("\"LATE\"", "20000");
    }

    /** Or anybody could be sent anywhere by a link to the provider. */
    @Test
    void peopleAreSentBackToTheShopOnly() {
        caller.post("/payments/p-11/pre-register", "{\"totalAmount\": 5000}");
        for (String elsewhere :
                new String[] {
                    "https://evil.example/",
                    "https://shop.test/",
                    "http://shop.test:81/",
                    "http://shop.test@evil.example/",
                    "http://127.0.0.1@evil.example/",
                    "//shop.test/",
                    "javascript:alert(1)"
                }) {
            String page = "/pay/p-11?redirect=" + encode(elsewhere);
            assertThat(caller.open(page).status()).as(elsewhere).isEqualTo(400);
            assertThat(caller.submit(page, "action=approve").status()).isEqualTo(400);
            assertThat(caller.submit("/identity/iv-2?redirect=" + encode(elsewhere), "").status())
                    .isEqualTo(400);
        }
        for (String here : new String[] {"http://localhost:8080/x", "http://127.0.0.1:5173/"}) {
            assertThat(caller.open("/pay/p-11?redirect=" + encode(here)).status())
                    .as("on the host of the page itself: " + here)
                    .isEqualTo(200);
        }
        assertThat(
                        caller.submit(
                                        "/pay/p-11?redirect=" + encode("http://shop.test/"),
                                        "action=approve")
                                .status())
                .as("nothing had been agreed to before")
                .isEqualTo(303);
    }

    @Test
    void aPageForWhatCannotBePaidSaysSo() {
        caller.post("/payments/p-4/pre-register", "{\"totalAmount\": 1000}");
        String known = "storeId=" + Caller.STORE + "&channelKey=" + Caller.CHANNEL;

        assertThat(caller.open("/pages/checkout?paymentId=p-4&amount=999&" + known).body())
                .contains("INFORMATION_MISMATCH");
        assertThat(caller.open("/pages/checkout?paymentId=p-4&amount=1000").status())
                .isEqualTo(404);
        assertThat(caller.open("/pages/checkout?paymentId=p-5&" + known).status()).isEqualTo(400);
        assertThat(caller.open("/pages/checkout?paymentId=p-5&amount=-3&" + known).status())
                .isEqualTo(400);
        assertThat(caller.open("/pages/checkout?paymentId=p-5&amount=1e3&" + known).status())
                .isEqualTo(400);
        assertThat(
                        caller.submit(
                                        "/pages/checkout?paymentId=p-4&amount=1000&" + known,
                                        "action=steal")
                                .status())
                .isEqualTo(400);
        assertThat(caller.get("/payments/p-4").status()).isEqualTo(404);
        assertThat(caller.get("/payments/p-5").status()).isEqualTo(404);
    }
}
