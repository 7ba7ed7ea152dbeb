package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.portone.sdk.server.errors.IdentityVerificationNotFoundException;
import io.portone.sdk.server.errors.UnauthorizedException;
import io.portone.sdk.server.identityverification.FailedIdentityVerification;
import io.portone.sdk.server.identityverification.IdentityVerificationClient;
import io.portone.sdk.server.identityverification.ReadyIdentityVerification;
import io.portone.sdk.server.identityverification.VerifiedIdentityVerification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Identity verification, as the provider's own client sees it. */
class IdentityTest {

    private static final String KIM =
            """
            {"name": "김민지", "birthDate": "1994-02-28", "phoneNumber": "010-1234-5678",
             "gender": "FEMALE", "operator": "KT_MVNO", "customData": "order 7"}\
            """;

    private final PortOneSimulator simulator = PortOneSimulator.start(Caller.options());
    private final Caller caller = new Caller(simulator);
    private final IdentityVerificationClient official =
            new IdentityVerificationClient(Caller.SECRET, simulator.url(), Caller.STORE);

    @AfterEach
    void stop() {
        official.close();
        caller.close();
        simulator.close();
    }

    @Test
    void aVerifiedPersonIsMadeInOneCallAndReadByTheOfficialClient() {
        Caller.Reply made = caller.post("/simulator/identity-verifications", KIM);
        assertThat(made.status()).isEqualTo(201);

        var read = official.getIdentityVerification(made.text("/id")).join();

        assertThat(read).isInstanceOf(VerifiedIdentityVerification.class);
        var verified = (VerifiedIdentityVerification) read;
        assertThat(verified.getCustomData()).isEqualTo("order 7");
        var customer = verified.getVerifiedCustomer();
        assertThat(customer.getName()).isEqualTo("김민지");
        assertThat(customer.getBirthDate()).isEqualTo("1994-02-28");
        assertThat(customer.getPhoneNumber()).isEqualTo("01012345678");
        assertThat(customer.getGender().getValue()).isEqualTo("FEMALE");
        assertThat(customer.getOperator().getValue()).isEqualTo("KT_MVNO");
        assertThat(customer.isForeigner()).isFalse();
        assertThat(customer.getCi()).hasSize(88);
        assertThat(customer.getDi()).hasSize(64);
    }

    @Test
    void theSamePersonHasTheSameCiWhateverElseChanges() {
        Caller.Reply first = caller.post("/simulator/identity-verifications", KIM);
        Caller.Reply again =
                caller.put(
                        "/simulator/identity-verifications/iv-2",
                        """
                        {"name": " 김민지 ", "birthDate": "1994-02-28", "phoneNumber": "01099998888"}\
                        """);
        Caller.Reply other =
                caller.put(
                        "/simulator/identity-verifications/iv-3",
                        """
                        {"name": "김민지", "birthDate": "1994-02-27", "phoneNumber": "01012345678"}\
                        """);

        String ci = first.text("/verifiedCustomer/ci");
        assertThat(again.text("/verifiedCustomer/ci")).isEqualTo(ci);
        assertThat(other.text("/verifiedCustomer/ci")).isNotEqualTo(ci);
        assertThat(first.text("/verifiedCustomer/di")).isNotEqualTo(ci);
    }

    @Test
    void anUnknownIdAndAWrongSecretAreToldInTheProvidersWords() {
        assertThatThrownBy(() -> official.getIdentityVerification("nobody").join())
                .hasCauseInstanceOf(IdentityVerificationNotFoundException.class);
        assertThat(caller.get("/identity-verifications/nobody").text("/type"))
                .isEqualTo("IDENTITY_VERIFICATION_NOT_FOUND");

        try (var wrong = new IdentityVerificationClient("guess", simulator.url(), Caller.STORE)) {
            assertThatThrownBy(() -> wrong.getIdentityVerification("nobody").join())
                    .hasCauseInstanceOf(UnauthorizedException.class);
        }
        Caller.Reply otherStore = caller.get("/identity-verifications/nobody?storeId=other");
        assertThat(otherStore.status()).isEqualTo(403);
        assertThat(otherStore.text("/type")).isEqualTo("FORBIDDEN");
    }

    @Test
    void aPersonVerifiesOnThePageAndGoesBackToTheShop() {
        String page =
                "/pages/identity-verifications/iv-9?storeId=store-test&customData=abc&redirectUrl="
                        + encode("http://shop.test/signup?step=2#form");

        Caller.Reply shown = caller.open(page);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.body()).contains("<form", "휴대폰 번호");
        assertThat(official.getIdentityVerification("iv-9").join())
                .isInstanceOf(ReadyIdentityVerification.class);

        Caller.Reply done =
                caller.submit(
                        page,
                        "action=verify&birthDate=1990-05-05&phoneNumber=010+2222+3333&name="
                                + encode("이도윤"));

        assertThat(done.status()).isEqualTo(303);
        assertThat(done.location())
                .startsWith("http://shop.test/signup?step=2&")
                .contains("identityVerificationId=iv-9")
                .endsWith("#form")
                .doesNotContain("code=");
        var read = official.getIdentityVerification("iv-9").join();
        assertThat(read).isInstanceOf(VerifiedIdentityVerification.class);
        assertThat(((VerifiedIdentityVerification) read).getCustomData()).isEqualTo("abc");
        assertThat(((VerifiedIdentityVerification) read).getVerifiedCustomer().getName())
                .isEqualTo("이도윤");

        assertThat(caller.open(page).status()).as("verified once is enough").isEqualTo(303);
    }

    @Test
    void whoLeavesThePageIsNotVerified() {
        String page =
                "/pages/identity-verifications/iv-8?redirectUrl=" + encode("http://shop.test/");

        Caller.Reply left = caller.submit(page, "action=cancel");

        assertThat(left.location()).contains("code=", "message=");
        assertThat(official.getIdentityVerification("iv-8").join())
                .isInstanceOf(FailedIdentityVerification.class);
    }

    @Test
    void whatCannotBeIsRefusedAndChangesNothing() {
        String page = "/pages/identity-verifications/iv-7";
        Caller.Reply young =
                caller.submit(page, "name=A&phoneNumber=01012345678&birthDate=2999-01-01");
        assertThat(young.status()).isEqualTo(400);
        assertThat(young.body()).contains("role=\"alert\"");
        assertThat(caller.submit(page, "name=%3Cb%3E&phoneNumber=1&birthDate=1990-01-01").body())
                .contains("&lt;b&gt;")
                .doesNotContain("<b>");
        assertThat(caller.open(page + "?redirectUrl=javascript:alert(1)").status()).isEqualTo(400);

        for (String body :
                new String[] {
                    "[]",
                    "{",
                    "{}",
                    "{\"name\": 7, \"birthDate\": \"1990-01-01\", \"phoneNumber\": \"01012345678\"}",
                    "{\"name\": \"A\", \"birthDate\": \"1990-02-30\", \"phoneNumber\": \"01012345678\"}",
                    "{\"status\": \"MAYBE\"}"
                }) {
            Caller.Reply refused = caller.put("/simulator/identity-verifications/iv-7", body);
            assertThat(refused.status()).as(body).isEqualTo(400);
            assertThat(refused.text("/type")).isEqualTo("INVALID_REQUEST");
        }
        assertThat(caller.get("/identity-verifications/iv-7").status()).isEqualTo(404);
        assertThat(caller.put("/simulator/identity-verifications/x", "x".repeat(70_000)).status())
                .isEqualTo(413);
        assertThat(caller.get("/nowhere").status()).isEqualTo(404);
        assertThat(caller.post("/identity-verifications/iv-7", "{}").status()).isEqualTo(405);
        HttpRequest head =
                caller.authorized("/identity-verifications/%25zz")
                        .method("HEAD", HttpRequest.BodyPublishers.noBody())
                        .build();
        assertThat(caller.send(head).status()).isBetween(400, 499);
    }

    @Test
    void theStateOutlivesTheProcess(@TempDir Path directory) throws IOException {
        Options kept = Caller.options().withDirectory(directory);
        try (var first = PortOneSimulator.start(kept);
                Caller to = new Caller(first)) {
            to.put("/simulator/identity-verifications/iv-1", KIM);
            to.put("/simulator/identity-verifications/iv-2", "{\"status\": \"FAILED\"}");
            assertThatThrownBy(() -> PortOneSimulator.start(kept))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasStackTraceContaining("another simulator uses");
        }
        Path journal = directory.resolve("journal");
        Files.writeString(journal, "{\"put\":[{\"kind\":\"iden", StandardOpenOption.APPEND);

        for (int start = 0; start < 2; start++) {
            try (var next = PortOneSimulator.start(kept);
                    Caller to = new Caller(next)) {
                assertThat(to.get("/identity-verifications/iv-1").text("/verifiedCustomer/name"))
                        .isEqualTo("김민지");
                assertThat(to.get("/identity-verifications/iv-2").text("/status"))
                        .isEqualTo("FAILED");
                to.put("/simulator/identity-verifications/iv-3", KIM);
            }
        }
    }

    @Test
    void memoryIsBoundedTheEldestIsForgotten() {
        try (var small = PortOneSimulator.start(Caller.options().withMemory(10, 3));
                Caller to = new Caller(small)) {
            for (int i = 1; i <= 5; i++) {
                to.put("/simulator/identity-verifications/iv-" + i, KIM);
            }
            assertThat(to.get("/identity-verifications/iv-2").status()).isEqualTo(404);
            assertThat(to.get("/identity-verifications/iv-3").status()).isEqualTo(200);
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
