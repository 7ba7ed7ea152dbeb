package onsale.user.social;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import onsale.platform.settings.Secret;
import onsale.user.SocialSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * This site as a client of the providers. Google and Kakao speak OpenID Connect; Naver's OAuth 2
 * tells the person by a call of its own.
 */
final class Clients {

    /** Where Naver's answer has the person. */
    static final String NAVER_PERSON = "response";

    private final SocialSettings settings;
    private final Map<Provider, ClientRegistration> clients = new EnumMap<>(Provider.class);

    Clients(SocialSettings settings) {
        this.settings = settings;
        add(Provider.GOOGLE, settings.googleClientId(), settings.googleClientSecret());
        add(Provider.KAKAO, settings.kakaoClientId(), settings.kakaoClientSecret());
        add(Provider.NAVER, settings.naverClientId(), settings.naverClientSecret());
    }

    List<Provider> offered() {
        return new ArrayList<>(clients.keySet());
    }

    @Nullable ClientRegistration of(Provider provider) {
        return clients.get(provider);
    }

    private void add(Provider provider, String id, Secret secret) {
        if (id.isEmpty()) {
            return;
        }
        ClientRegistration.Builder client =
                ClientRegistration.withRegistrationId(provider.path())
                        .clientId(id)
                        .clientSecret(secret.value())
                        .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                        .redirectUri(settings.siteUrl() + "/login/social/" + provider.path());
        clients.put(provider, addresses(provider, client).build());
    }

    private ClientRegistration.Builder addresses(
            Provider provider, ClientRegistration.Builder client) {
        boolean isTrial = !settings.trialUrl().isEmpty();
        ClientRegistration.Builder at =
                switch (provider) {
                    case GOOGLE ->
                            client.scope("openid", "email")
                                    .clientAuthenticationMethod(
                                            ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                                    .issuerUri("https://accounts.google.com")
                                    .authorizationUri(
                                            "https://accounts.google.com/o/oauth2/v2/auth")
                                    .tokenUri("https://oauth2.googleapis.com/token")
                                    .jwkSetUri("https://www.googleapis.com/oauth2/v3/certs");
                    case KAKAO ->
                            client.scope("openid", "account_email")
                                    .clientAuthenticationMethod(
                                            ClientAuthenticationMethod.CLIENT_SECRET_POST)
                                    .issuerUri("https://kauth.kakao.com")
                                    .authorizationUri("https://kauth.kakao.com/oauth/authorize")
                                    .tokenUri("https://kauth.kakao.com/oauth/token")
                                    .jwkSetUri("https://kauth.kakao.com/.well-known/jwks.json");
                    case NAVER ->
                            client.clientAuthenticationMethod(
                                            ClientAuthenticationMethod.CLIENT_SECRET_POST)
                                    .authorizationUri("https://nid.naver.com/oauth2.0/authorize")
                                    .tokenUri("https://nid.naver.com/oauth2.0/token")
                                    .userInfoUri("https://openapi.naver.com/v1/nid/me")
                                    .userNameAttributeName(NAVER_PERSON);
                };
        return isTrial ? trial(provider, at) : at;
    }

    private ClientRegistration.Builder trial(Provider provider, ClientRegistration.Builder client) {
        String issuer = settings.trialUrl() + "/" + provider.path();
        client.authorizationUri(issuer + "/authorize").tokenUri(issuer + "/token");
        return provider == Provider.NAVER
                ? client.userInfoUri(issuer + "/userinfo")
                : client.issuerUri(issuer).jwkSetUri(issuer + "/jwks");
    }
}
