package onsale.edge;

import jakarta.servlet.Filter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import onsale.edge.limit.HotLimits;
import onsale.edge.limit.LimitSettings;
import onsale.edge.limit.Limiter;
import onsale.edge.limit.LocalLimiter;
import onsale.edge.token.AccessTokens;
import onsale.edge.token.AuthSettings;
import onsale.edge.token.HttpKeySet;
import onsale.platform.access.KeySetSource;
import onsale.platform.access.RevokedTokens;
import onsale.platform.redis.Lua;
import onsale.platform.redis.Redis;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerMapping;

/** The filters, and the order in which a request passes them. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    EdgeSettings.class,
    LimitSettings.class,
    AuthSettings.class,
    InternalSettings.class,
    TimeoutSettings.class,
    PlacesSettings.class
})
class EdgeFilters {

    private static final Logger LOG = LoggerFactory.getLogger(EdgeFilters.class);

    /** From the outside to the inside. */
    private static final List<Class<? extends Filter>> ORDER =
            List.of(
                    // whatever is logged or answered later carries the id
                    RequestIdFilter.class,
                    // on every answer, also of the filters below
                    SecurityHeadersFilter.class,
                    // before limits, so that a page may read why it was refused
                    CorsFilter.class,
                    // the clock runs for all that may block
                    TimeoutFilter.class,
                    // processes among themselves need no token
                    InternalFilter.class,
                    // who is it? Before limits, because a user is counted as such
                    AuthenticationFilter.class,
                    // before access, so that guessing tokens is counted too
                    LimitFilter.class,
                    // may they?
                    AccessFilter.class,
                    // only who may call at all sends a body
                    BodyLimitFilter.class,
                    // last: who waits here is welcome, and takes nothing from the others
                    PlacesFilter.class);

    @Bean
    ClientAddress clientAddress() {
        return new ClientAddress();
    }

    @Bean
    FilterRegistrationBean<RequestIdFilter> requestIdFilter() {
        return inPlace(new RequestIdFilter());
    }

    @Bean
    FilterRegistrationBean<SecurityHeadersFilter> securityHeadersFilter(ClientAddress address) {
        return inPlace(new SecurityHeadersFilter(address));
    }

    @Bean
    FilterRegistrationBean<CorsFilter> corsFilter(EdgeSettings settings) {
        return inPlace(new CorsFilter(Set.copyOf(settings.corsOrigins())));
    }

    @Bean
    FilterRegistrationBean<TimeoutFilter> timeoutFilter(TimeoutSettings settings) {
        return inPlace(new TimeoutFilter(settings));
    }

    @Bean
    FilterRegistrationBean<InternalFilter> internalFilter(
            InternalSettings settings, ClientAddress address) {
        return inPlace(new InternalFilter(settings, address));
    }

    @Bean
    FilterRegistrationBean<AuthenticationFilter> authenticationFilter(AccessTokens tokens) {
        return inPlace(new AuthenticationFilter(tokens));
    }

    @Bean
    FilterRegistrationBean<LimitFilter> limitFilter(
            Limiter limiter, ClientAddress address, LimitSettings settings) {
        return inPlace(new LimitFilter(limiter, address, settings));
    }

    @Bean
    FilterRegistrationBean<AccessFilter> accessFilter(ObjectProvider<HandlerMapping> mappings) {
        return inPlace(new AccessFilter(new Handlers(() -> mappings.orderedStream().toList())));
    }

    @Bean
    FilterRegistrationBean<BodyLimitFilter> bodyLimitFilter(EdgeSettings settings) {
        return inPlace(
                new BodyLimitFilter(
                        Math.toIntExact(settings.bodyMax().toBytes()),
                        Math.toIntExact(settings.operatorsBodyMax().toBytes())));
    }

    @Bean
    FilterRegistrationBean<PlacesFilter> placesFilter(PlacesSettings settings) {
        return inPlace(new PlacesFilter(settings));
    }

    @Bean
    LocalLimiter localLimiter(LimitSettings settings) {
        return new LocalLimiter(settings.clientsMax());
    }

    /** For the door. */
    @Bean
    HotLimits hotLimits(LocalLimiter local, LimitSettings settings) {
        return new HotLimits(local, settings);
    }

    @Bean
    Limiter limiter(ObjectProvider<Redis> redis, LocalLimiter local, LimitSettings settings) {
        @Nullable Redis known = redis.getIfAvailable();
        return new Limiter(known == null ? null : new Lua(known), local, settings.redisWithin());
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
            return new HttpKeySet(settings.jwksUrl());
        }
        LOG.info("No access token is accepted: onsale.auth.jwks-url names no keys.");
        return () -> "{\"keys\":[]}".getBytes(StandardCharsets.UTF_8);
    }

    private static <F extends Filter> FilterRegistrationBean<F> inPlace(F filter) {
        int place = ORDER.indexOf(filter.getClass());
        if (place < 0) {
            throw new IllegalStateException(filter + " has no place in the order");
        }
        var registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + place);
        return registration;
    }
}
