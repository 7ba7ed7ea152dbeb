package onsale.edge.front;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import onsale.edge.front.access.ControllerPaths;
import onsale.edge.front.access.WarmUpKey;
import onsale.edge.front.connection.FrontSettings;
import onsale.edge.front.connection.PublicPort;
import onsale.edge.front.connection.Tls;
import onsale.edge.front.connection.TlsSettings;
import onsale.edge.front.work.PermitSettings;
import onsale.edge.front.work.ReportSlowPurchases;
import onsale.edge.front.work.TimeoutSettings;
import onsale.edge.limit.LimitSettings;
import onsale.edge.limit.Limiter;
import onsale.edge.limit.LocalLimiter;
import onsale.edge.token.AccessTokens;
import onsale.platform.front.EventStream;
import onsale.platform.front.HotPost;
import onsale.platform.front.HotRead;
import onsale.platform.internal.InternalSettings;
import onsale.platform.node.NodeReport;
import onsale.platform.node.RequestFigures;
import onsale.platform.redis.Lua;
import onsale.platform.redis.Redis;
import onsale.platform.redis.load.SlowPurchases;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Wires the HTTP server. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    FrontSettings.class,
    TlsSettings.class,
    InternalSettings.class,
    TimeoutSettings.class,
    PermitSettings.class
})
public class FrontModule {

    private static final Duration SHUTDOWN_WITHIN = Duration.ofSeconds(20);

    @Bean
    WarmUpKey warmUpKey() {
        return new WarmUpKey();
    }

    /** Spring MVC's servlet context; the server starts and stops it. */
    @Bean(destroyMethod = "")
    ServletContextHandler mvc() {
        ServletContextHandler mvc = new ServletContextHandler();
        mvc.setContextPath("/");
        mvc.setClassLoader(FrontModule.class.getClassLoader());
        return mvc;
    }

    @Bean
    FrontParts frontParts(
            FrontSettings front,
            LimitSettings limits,
            PermitSettings permits,
            TimeoutSettings timeouts,
            InternalSettings internal,
            ObjectProvider<HotRead> hotReads,
            ObjectProvider<HotPost> hotPosts,
            ObjectProvider<EventStream> eventStreams,
            AccessTokens tokens,
            Limiter limiter,
            LocalLimiter local,
            ObjectProvider<RequestMappingHandlerMapping> mappings,
            WarmUpKey warmUp,
            ServletContextHandler mvc,
            MeterRegistry registry) {
        BuildFront.Settings settings =
                new BuildFront.Settings(front, limits, permits, timeouts, internal);
        BuildFront.Offers offers =
                new BuildFront.Offers(
                        hotReads.orderedStream().toList(),
                        hotPosts.orderedStream().toList(),
                        eventStreams.orderedStream().toList());
        return new BuildFront(settings, tokens, limiter, local, warmUp, registry)
                .build(offers, new ControllerPaths(mappings.orderedStream().toList()), mvc);
    }

    @Bean
    RequestFigures requestFigures(FrontParts parts) {
        return new RequestFigures() {
            @Override
            public List<NodeReport.Requests> kinds() {
                return parts.workers().figures();
            }

            @Override
            public int streams() {
                return parts.streams().open();
            }
        };
    }

    /** Null without Redis: then there is no waiting room either. */
    @Bean
    @Nullable ReportSlowPurchases reportSlowPurchases(
            FrontParts parts, ObjectProvider<Redis> redis) {
        @Nullable Redis known = redis.getIfAvailable();
        return known == null
                ? null
                : new ReportSlowPurchases(parts.workers(), new SlowPurchases(new Lua(known)));
    }

    /**
     * Replaces Spring Boot's own factory, which builds a web application with temporary
     * directories.
     */
    @Bean
    ServletWebServerFactory webServerFactory(
            FrontSettings settings,
            TlsSettings tls,
            ObjectProvider<SslBundles> bundles,
            ServletContextHandler mvc,
            ObjectProvider<FrontParts> parts,
            Environment environment) {
        FrontServer.Listeners listeners =
                new FrontServer.Listeners(
                        new PublicPort(
                                environment.getProperty("server.port", Integer.class, 0),
                                environment.getProperty(
                                        FrontServer.PORT_FIXED, Boolean.class, true)),
                        environment.getProperty("onsale.management-host", "127.0.0.1"),
                        environment.getProperty("onsale.management-port", Integer.class, -1),
                        Tls.of(tls, bundles));
        Duration shutdownWithin =
                environment.getProperty("onsale.shutdown-within", Duration.class, SHUTDOWN_WITHIN);
        return initializers -> {
            mvc.addServletContainerInitializer((_, context) -> {
                for (ServletContextInitializer initializer : initializers) {
                    initializer.onStartup(context);
                }
            });
            return new FrontServer(settings, listeners, mvc, parts::getObject, shutdownWithin)
                    .prepare();
        };
    }
}
