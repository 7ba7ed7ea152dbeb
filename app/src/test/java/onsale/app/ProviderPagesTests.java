package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;

/** What a page is told of the provider leads there and back: who they are, and their payment. */
class ProviderPagesTests {

    private static final String FORM = "application/x-www-form-urlencoded";

    private final SharedNode node = SharedNode.get();
    private final Api api = node.api;
    private final String url = node.url;

    @Test
    void aPersonIsVerifiedOnTheProvidersPageAndSignsUp() {
        Answer identity = api.get(url + "/api/auth/identity", null);
        assertThat(identity.status()).isEqualTo(200);
        assertThat(identity.text("mode")).isEqualTo("SIMULATOR");
        String id = "web-" + UUID.randomUUID();
        String page = identity.text("url") + "/" + id + "?redirect=" + encoded(url + "/signup");

        assertThat(api.get(page, null).response().body()).contains("<form");
        Answer back =
                api.send(
                        "POST",
                        page,
                        null,
                        "name=%s&birthDate=1999-09-09&phoneNumber=01012345678&action=verify"
                                .formatted(encoded("현웹")),
                        FORM);

        assertThat(back.status()).isEqualTo(303);
        assertThat(location(back))
                .startsWith(url + "/signup?")
                .contains("identityVerificationId=" + id);
        assertThat(
                        api.post(
                                        url + "/api/auth/signup",
                                        api.signUpBody(url, "web@fans.example", id),
                                        null)
                                .status())
                .isEqualTo(201);
    }

    @Test
    void aPaymentIsAgreedToOnTheProvidersPage() {
        String fan = node.token(CurrentUser.USER);
        Answer payment = prepared(fan);
        String payUrl = payment.body().path("provider").path("payUrl").asString("");
        assertThat(payUrl).contains("/pay/", "?customData=qp_");
        String page = payUrl + "&redirect=" + encoded(url + "/return");

        Answer back = api.send("POST", page, null, "action=approve", FORM);

        assertThat(location(back)).startsWith(url + "/return?");
        var token = Pattern.compile("paymentToken=([^&]+)").matcher(location(back));
        assertThat(token.find()).isTrue();
        Answer paid =
                api.post(
                        url + "/api/payments/confirm",
                        "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                                .formatted(payment.text("paymentId"), token.group(1)),
                        fan);
        assertThat(paid.text("status")).as(paid.response().body()).isEqualTo("SUCCESS");
    }

    private Answer prepared(String fan) {
        Organiser organiser = new Organiser(api, url, node.token(CurrentUser.ADMIN));
        String schedule =
                organiser.schedule(
                        organiser.openEvent(
                                """
                                {"rows":["A"],"seatsPerRow":4,"gradeMapping":{"A":"R"}}
                                """,
                                30_000));
        Wait.until(
                "the seats are on sale",
                Duration.ofSeconds(20),
                () -> api.get(url + "/api/reservations/seats/" + schedule, null).status() == 200);
        String base =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");
        Answer held =
                api.post(
                        url + "/api/reservations/hold",
                        "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s%08x\"]}"
                                .formatted(schedule, base, 0),
                        fan);
        Answer order =
                api.post(
                        url + "/api/reservations/" + held.text("reservationId") + "/checkout",
                        "",
                        fan);
        Answer payment =
                api.post(
                        url + "/api/payments",
                        "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                .formatted(order.text("paymentOrder"), UUID.randomUUID()),
                        fan);
        assertThat(payment.status()).as(payment.response().body()).isEqualTo(201);
        return payment;
    }

    private static String location(Answer answer) {
        return answer.response().headers().firstValue("location").orElse("");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
