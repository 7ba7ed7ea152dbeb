package onsale.user.social;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import onsale.platform.Sha256;
import onsale.user.SocialSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationProvider;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.user.OAuth2User;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.MappedJwtClaimSetConverter;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Logs in at a provider by an authorization code with PKCE. State, nonce, signature, issuer,
 * audience and times are checked by Spring Security's client.
 */
final class ProviderLogin implements AutoCloseable {

    /** What a provider says about a login. */
    sealed interface Answer {
        /**
         * A person who has just logged in there.
         *
         * @param subject the provider's id of the person
         * @param email empty if the provider tells none
         * @param isEmailVerified whether the provider vouches for the address
         */
        record Person(String subject, String email, boolean isEmailVerified) implements Answer {
            @Override
            public String toString() {
                return "Person"; // personal data must not reach a log
            }
        }

        /** The answer does not prove a login. */
        record Refused() implements Answer {}

        record Unavailable() implements Answer {}
    }

    private static final Logger LOG = LoggerFactory.getLogger(ProviderLogin.class);
    private static final int SECRET_BYTES = 32;
    private static final int SUBJECT_CHARACTERS_MAX = 255;
    private static final int EMAIL_CHARACTERS_MAX = 254;

    private final Clients clients;
    private final BoundedHttp http;
    private final AuthenticationProvider openId;
    private final AuthenticationProvider plain;
    private final Map<String, JwtDecoder> decoders = new ConcurrentHashMap<>();
    private final Semaphore calls;
    private final SecureRandom random = new SecureRandom();

    ProviderLogin(SocialSettings settings, Clients clients) {
        this.clients = clients;
        this.calls = new Semaphore(settings.callsMax());
        this.http = new BoundedHttp(settings.within());
        var tokens = new RestClientAuthorizationCodeTokenResponseClient();
        tokens.setRestClient(
                RestClient.builder()
                        .requestFactory(http.factory())
                        .requestInterceptor(http.interceptor())
                        .configureMessageConverters(converters ->
                                converters
                                        .addCustomConverter(new FormHttpMessageConverter())
                                        .addCustomConverter(
                                                new OAuth2AccessTokenResponseHttpMessageConverter()))
                        .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                        .build());
        var codes =
                new OidcAuthorizationCodeAuthenticationProvider(
                        tokens, request -> new DefaultOidcUser(List.of(), request.getIdToken()));
        codes.setJwtDecoderFactory(client ->
                decoders.computeIfAbsent(client.getRegistrationId(), id -> decoder(client)));
        this.openId = codes;
        var people = new DefaultOAuth2UserService();
        people.setRestOperations(restTemplate());
        this.plain = new OAuth2LoginAuthenticationProvider(tokens, people);
    }

    /** What the browser takes to the provider; null if the provider is not offered. */
    @Nullable OAuth2AuthorizationRequest begin(Provider provider) {
        @Nullable ClientRegistration client = clients.of(provider);
        return client == null ? null : request(client, secret(), secret()).build();
    }

    /** Exchanges the code that the browser brings back. No transaction is open. */
    Answer finish(Attempt attempt, String state, String code) {
        @Nullable ClientRegistration client = clients.of(attempt.provider());
        if (client == null) {
            return new Answer.Refused();
        }
        if (!calls.tryAcquire()) {
            return new Answer.Unavailable();
        }
        try {
            return exchange(attempt, client, state, code);
        } finally {
            calls.release();
        }
    }

    private Answer exchange(Attempt attempt, ClientRegistration client, String state, String code) {
        OAuth2AuthorizationRequest request =
                request(client, attempt.state(), attempt.nonce())
                        .attributes(all ->
                                all.put(PkceParameterNames.CODE_VERIFIER, attempt.verifier()))
                        .build();
        OAuth2AuthorizationResponse response =
                OAuth2AuthorizationResponse.success(code)
                        .redirectUri(Objects.requireNonNull(client.getRedirectUri()))
                        .state(state)
                        .build();
        var token =
                new OAuth2LoginAuthenticationToken(
                        client, new OAuth2AuthorizationExchange(request, response));
        boolean isOpenId = client.getScopes().contains("openid");
        try {
            @Nullable Authentication in = (isOpenId ? openId : plain).authenticate(token);
            return in != null && in.getPrincipal() instanceof OAuth2User user
                    ? person(user, isOpenId)
                    : new Answer.Refused();
        } catch (RuntimeException e) { // its types are as many as the odd answers
            boolean isOutage = isOutage(e);
            LOG.atWarn()
                    .addKeyValue("provider", attempt.provider())
                    .addKeyValue("outage", isOutage)
                    .log("A social login was not confirmed: {}", e.getClass().getSimpleName());
            return isOutage ? new Answer.Unavailable() : new Answer.Refused();
        }
    }

    private OAuth2AuthorizationRequest.Builder request(
            ClientRegistration client, String state, String nonce) {
        OAuth2AuthorizationRequest.Builder request =
                OAuth2AuthorizationRequest.authorizationCode()
                        .clientId(client.getClientId())
                        .authorizationUri(
                                Objects.requireNonNull(
                                        client.getProviderDetails().getAuthorizationUri()))
                        .redirectUri(Objects.requireNonNull(client.getRedirectUri()))
                        .scopes(client.getScopes())
                        .state(state)
                        .attributes(all -> all.put(OidcParameterNames.NONCE, nonce));
        if (client.getScopes().contains("openid")) {
            request.additionalParameters(all -> all.put(OidcParameterNames.NONCE, hash(nonce)));
        }
        OAuth2AuthorizationRequestCustomizers.withPkce().accept(request);
        return request;
    }

    private static Answer person(OAuth2User user, boolean isOpenId) {
        Map<?, ?> claims =
                isOpenId
                        ? user.getAttributes()
                        : user.getAttributes().get(Clients.NAVER_PERSON) instanceof Map<?, ?> nested
                                ? nested
                                : Map.of();
        String subject = text(claims.get(isOpenId ? "sub" : "id"), SUBJECT_CHARACTERS_MAX);
        if (subject.isBlank()) {
            LOG.warn("A provider told no usable id of a person");
            return new Answer.Refused();
        }
        String email = text(claims.get("email"), EMAIL_CHARACTERS_MAX);
        return new Answer.Person(
                subject,
                email,
                !email.isEmpty() && Boolean.TRUE.equals(claims.get("email_verified")));
    }

    /** Numbers are ids too; whatever else comes is no text. */
    private static String text(@Nullable Object value, int charactersMax) {
        String text =
                value instanceof String || value instanceof Integer || value instanceof Long
                        ? value.toString()
                        : "";
        return text.length() > charactersMax ? "" : text;
    }

    private static boolean isOutage(Throwable failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException || cause instanceof HttpServerErrorException) {
                return true;
            }
        }
        return false;
    }

    private JwtDecoder decoder(ClientRegistration client) {
        NimbusJwtDecoder decoder =
                NimbusJwtDecoder.withJwkSetUri(
                                Objects.requireNonNull(client.getProviderDetails().getJwkSetUri()))
                        .restOperations(restTemplate())
                        .build(); // RS256 only
        decoder.setJwtValidator(
                new DelegatingOAuth2TokenValidator<>(
                        new JwtTimestampValidator(), new OidcIdTokenValidator(client)));
        decoder.setClaimSetConverter(MappedJwtClaimSetConverter.withDefaults(Map.of()));
        return decoder;
    }

    private RestTemplate restTemplate() {
        RestTemplate rest = new RestTemplate(http.factory());
        rest.getInterceptors().add(http.interceptor());
        rest.setErrorHandler(new OAuth2ErrorResponseErrorHandler());
        return rest;
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** As Spring Security's client compares it. */
    private static String hash(String nonce) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(nonce));
    }

    @Override
    public void close() {
        http.close();
    }
}
