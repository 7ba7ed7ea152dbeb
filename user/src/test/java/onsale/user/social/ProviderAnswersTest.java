package onsale.user.social;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import onsale.user.social.ProviderLogin.Answer;
import onsale.user.social.TrialProviders.Return;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;

/** Odd and hostile answers of providers: none of them is a person. */
class ProviderAnswersTest {

    private static final TrialProviders providers = new TrialProviders();
    private static final String ERROR_IN_A_GOOD_ANSWER =
            "{\"error\":\"invalid_request\",\"error_description\":\"wrong client id\"}";

    private final ProviderLogin login =
            new ProviderLogin(providers.settings(), new Clients(providers.settings()));

    @AfterEach
    void stop() {
        login.close();
    }

    @AfterAll
    static void stopProviders() {
        providers.close();
    }

    /** A login on its way back from the provider. */
    private record Way(Attempt attempt, Return back) {}

    static List<Map<String, Object>> wrongClaims() {
        return List.of(
                Map.of("nonce", "of another login"),
                Map.of("iss", "https://attacker.example"),
                Map.of("aud", List.of("another-site")),
                Map.of("exp", Instant.now().getEpochSecond() - 3600),
                Map.of("sub", ""),
                Map.of("sub", "s".repeat(256)));
    }

    @ParameterizedTest
    @MethodSource("wrongClaims")
    void anIdTokenForSomebodyElseOrAnotherTimeProvesNothing(Map<String, Object> claims) {
        Way way = begin(Provider.GOOGLE);
        providers.nextIs(Provider.GOOGLE, "subject", claims);

        assertThat(finish(way)).isInstanceOf(Answer.Refused.class);
    }

    /** The canary: without the wrong claim the same way leads to a person. */
    @ParameterizedTest
    @EnumSource
    void aGoodAnswerIsAPerson(Provider provider) {
        Way way = begin(provider);
        providers.nextIs(
                provider, "subject", Map.of("email", "fan@fans.example", "email_verified", true));

        assertThat(finish(way)).isEqualTo(new Answer.Person("subject", "fan@fans.example", true));
    }

    @Test
    void aPersonWithoutAnAddressIsAPerson() {
        Way way = begin(Provider.KAKAO);
        providers.nextIs(Provider.KAKAO, "1234567890", Map.of("email_verified", true));

        assertThat(finish(way)).isEqualTo(new Answer.Person("1234567890", "", false));
    }

    @Test
    void anIdTokenWithoutASignatureOrSignedWithTheClientsSecretProvesNothing() throws Exception {
        JWTClaimsSet claims =
                new JWTClaimsSet.Builder()
                        .issuer(providers.settings().trialUrl() + "/google")
                        .audience("google-id")
                        .subject("subject")
                        .issueTime(new Date())
                        .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                        .build();
        SignedJWT confused = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
        confused.sign(new MACSigner("google-secret".repeat(4)));
        for (String token :
                List.of(new PlainJWT(claims).serialize(), confused.serialize(), "a.b.c")) {
            Way way = begin(Provider.GOOGLE);
            providers.answer(
                    200,
                    "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":60,\"id_token\":\"%s\"}"
                            .formatted(token));

            assertThat(finish(way)).isInstanceOf(Answer.Refused.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ERROR_IN_A_GOOD_ANSWER,
                "{}",
                "[]",
                "\"text\"",
                "{\"access_token\":\"a\",\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"a\",\"token_type\":\"mac\",\"id_token\":\"x\"}",
                "<html>maintenance</html>"
            })
    void aGoodStatusWithoutTokensProvesNothing(String body) {
        Way way = begin(Provider.GOOGLE);
        providers.answer(200, body);

        assertThat(finish(way)).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void naverRefusesWithAGoodStatusAndTellsTimesAsText() {
        Way refused = begin(Provider.NAVER);
        providers.answer(200, ERROR_IN_A_GOOD_ANSWER);
        assertThat(finish(refused)).isInstanceOf(Answer.Refused.class);

        Way failed = begin(Provider.NAVER);
        providers.answer(
                200, "{\"access_token\":\"a\",\"token_type\":\"bearer\",\"expires_in\":\"3600\"}");
        providers.answer(200, "{\"resultcode\":\"024\",\"message\":\"Authentication failed\"}");
        assertThat(finish(failed)).isInstanceOf(Answer.Refused.class);

        Way nobody = begin(Provider.NAVER);
        providers.answer(
                200, "{\"access_token\":\"a\",\"token_type\":\"bearer\",\"expires_in\":\"3600\"}");
        providers.answer(200, "{\"resultcode\":\"00\",\"response\":{\"email\":\"a@b.example\"}}");
        assertThat(finish(nobody)).isInstanceOf(Answer.Refused.class);

        Way good = begin(Provider.NAVER);
        providers.answer(
                200, "{\"access_token\":\"a\",\"token_type\":\"bearer\",\"expires_in\":\"3600\"}");
        providers.answer(200, "{\"resultcode\":\"00\",\"response\":{\"id\":\"n-1\"}}");
        assertThat(finish(good)).isEqualTo(new Answer.Person("n-1", "", false));
    }

    @Test
    void aRefusalIsNoOutageAndAnOutageIsNoRefusal() throws IOException {
        Way refused = begin(Provider.KAKAO);
        providers.answer(400, "{\"error\":\"invalid_grant\",\"error_code\":\"KOE320\"}");
        assertThat(finish(refused)).isInstanceOf(Answer.Refused.class);

        Way broken = begin(Provider.KAKAO);
        providers.answer(503, "{}");
        assertThat(finish(broken)).isInstanceOf(Answer.Unavailable.class);

        Way endless = begin(Provider.KAKAO);
        providers.answer(
                200, "{\"access_token\":\"%s\"}".formatted("a".repeat(BoundedHttp.BYTES_MAX)));
        assertThat(finish(endless)).isInstanceOf(Answer.Unavailable.class);

        try (ServerSocket silent = new ServerSocket(0)) {
            var settings = TrialProviders.settings("http://localhost:" + silent.getLocalPort());
            try (ProviderLogin away = new ProviderLogin(settings, new Clients(settings))) {
                Way way = begin(Provider.KAKAO);
                assertThat(away.finish(way.attempt, way.back.state(), way.back.code()))
                        .isInstanceOf(Answer.Unavailable.class);
            }
        }
    }

    private static String attribute(OAuth2AuthorizationRequest request, String name) {
        String value = request.getAttribute(name);
        return Objects.requireNonNull(value);
    }

    private Answer finish(Way way) {
        return login.finish(way.attempt, way.back.state(), way.back.code());
    }

    private Way begin(Provider provider) {
        OAuth2AuthorizationRequest request = Objects.requireNonNull(login.begin(provider));
        Attempt attempt =
                new Attempt(
                        provider,
                        String.valueOf(request.getState()),
                        attribute(request, OidcParameterNames.NONCE),
                        attribute(request, PkceParameterNames.CODE_VERIFIER),
                        Long.MAX_VALUE);
        return new Way(attempt, providers.agree(request.getAuthorizationRequestUri()));
    }
}
