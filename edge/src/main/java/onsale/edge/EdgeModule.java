package onsale.edge;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import onsale.edge.apidocs.ApiDocs;
import onsale.edge.front.FrontModule;
import onsale.edge.limit.LimitSettings;
import onsale.edge.limit.Limiter;
import onsale.edge.limit.LocalLimiter;
import onsale.edge.mvc.MvcModule;
import onsale.edge.token.AccessTokens;
import onsale.edge.token.AuthSettings;
import onsale.edge.token.HttpKeySetSource;
import onsale.platform.access.KeySetSource;
import onsale.platform.access.RevokedTokens;
import onsale.platform.redis.Lua;
import onsale.platform.redis.Redis;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the edge, which every process has, whatever its roles. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({LimitSettings.class, AuthSettings.class})
@Import({FrontModule.class, MvcModule.class, ApiDocs.class})
public class EdgeModule {

    private static final Logger LOG = LoggerFactory.getLogger(EdgeModule.class);

    @Bean
    LocalLimiter localLimiter(LimitSettings settings) {
        return new LocalLimiter(settings.clientsMax());
    }

    @Bean
    Limiter limiter(ObjectProvider<Redis> redis, LocalLimiter local, LimitSettings settings) {
        @Nullable Redis known = redis.getIfAvailable();
        return new Limiter(known == null ? null : new Lua(known), local, settings.syncEvery());
    }

    @Bean
    AccessTokens accessTokens(
            AuthSettings settings,
            ObjectProvider<KeySetSource> own,
            ObjectProvider<RevokedTokens> revoked,
            Clock clock) {
        return new AccessTokens(
                settings,
                own.getIfAvailable(() -> keys(settings)),
                revoked.getIfAvailable(() -> RevokedTokens.NONE),
                clock);
    }

    private static KeySetSource keys(AuthSettings settings) {
        if (!settings.jwksUrl().isEmpty()) {
            return new HttpKeySetSource(settings.jwksUrl());
        }
        LOG.info("No access token is accepted: onsale.auth.jwks-url is empty.");
        return () -> "{\"keys\":[]}".getBytes(StandardCharsets.UTF_8);
    }
}
