package onsale.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.Topic;
import onsale.edge.EdgeModule;
import onsale.edge.front.FrontServer;
import onsale.edge.token.AuthSettings;
import onsale.platform.CalendarSettings;
import onsale.platform.DemoData;
import onsale.platform.Ids;
import onsale.platform.access.KeySetSource;
import onsale.platform.db.Database;
import onsale.platform.db.DatabaseProbe;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.internal.InternalCalls;
import onsale.platform.internal.InternalSettings;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeySettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.node.LineFigures;
import onsale.platform.node.NodeReports;
import onsale.platform.node.RequestFigures;
import onsale.platform.node.ServerCheck;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.redis.revocation.TokenBlacklist;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** What every process has, whatever its roles: connections, the edge, health. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = ErrorMvcAutoConfiguration.class) // see edge for errors
@EnableConfigurationProperties({
    ServerSettings.class,
    CalendarSettings.class,
    PostgresSettings.class,
    RedisSettings.class,
    KafkaSettings.class,
    TracingSettings.class,
    MessagingSettings.class,
    MessageKeySettings.class,
    PassSettings.class,
    PortOneSettings.class
})
@Import(EdgeModule.class)
class OnsaleApplication {

    private static final int TOPIC_PARTITIONS = 10;

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Ids ids(Clock clock) {
        return new Ids(clock, new SecureRandom());
    }

    @Bean
    Traces traces(TracingSettings settings) {
        return new Traces(settings);
    }

    @Bean
    DemoData demoData(ServerSettings server) {
        return new DemoData(server.demo());
    }

    /** Asked when the process listens: before that, its management port is not known. */
    @Bean
    InternalCalls internalCalls(
            InternalSettings settings, ServerSettings server, ApplicationContext context) {
        return new InternalCalls(settings, () -> managementOf(server, context));
    }

    private static URI managementOf(ServerSettings server, ApplicationContext context) {
        if (context instanceof WebServerApplicationContext web
                && web.getWebServer() instanceof FrontServer front) {
            String host = server.managementHost();
            return URI.create(
                    "http://%s:%d"
                            .formatted(
                                    host.equals("0.0.0.0") || host.equals("::")
                                            ? "127.0.0.1"
                                            : host.contains(":") ? "[" + host + "]" : host,
                                    front.managementPort()));
        }
        throw new IllegalStateException("no process is without the front");
    }

    @Bean
    Passes passes(PassSettings settings, ServerSettings server, Clock clock) {
        return new Passes(PassKeys.of(settings, server.secret()), clock);
    }

    @Bean
    MessageKeys messageKeys(
            MessageKeySettings settings, KafkaSettings kafka, ServerSettings server, Clock clock) {
        return MessageKeys.of(settings, server.secret(), kafka.topicPrefix(), clock);
    }

    @Bean
    Databases databases(PostgresSettings postgres, ServerSettings server) {
        return new Databases(postgres, server.secret());
    }

    @Bean
    Redis redis(RedisSettings settings) {
        return new Redis(settings);
    }

    /** In every process: whoever accepts tokens must know which of them are void. */
    @Bean
    TokenBlacklist tokenBlacklist(Redis redis, Clock clock) {
        return new TokenBlacklist(redis, clock).start();
    }

    @Bean
    Messaging messaging(KafkaSettings settings, ObjectProvider<ContextMessages> contexts) {
        return new Messaging(
                settings, Topic.ALL, TOPIC_PARTITIONS, contexts.orderedStream().toList());
    }

    @Bean
    ConsumerLag consumerLag(
            KafkaSettings settings,
            Messaging messaging,
            ObjectProvider<ContextMessages> contexts,
            MeterRegistry registry) {
        List<String> groups =
                contexts.orderedStream()
                        .filter(ContextMessages::consumes)
                        .map(ContextMessages::context)
                        .toList();
        return new ConsumerLag(settings, messaging::admin, groups, registry).start();
    }

    /** Each context rebuilds its own indexes. */
    @Bean
    IndexUpkeep indexUpkeep(Databases databases, List<Database> contexts) {
        return new IndexUpkeep(databases, contexts);
    }

    @Bean
    PoolMetrics poolMetrics(List<Database> contexts, MeterRegistry registry) {
        return new PoolMetrics(contexts, registry);
    }

    /** All contexts share one server, so it does not matter as whom it is asked. */
    @Bean
    DatabaseProbe databaseProbe(Databases databases, List<Database> contexts) {
        return databases.probe(contexts.getFirst().schema());
    }

    @Bean
    Dependency postgresHealthIndicator(DatabaseProbe probe, MeterRegistry registry) {
        return new Dependency("postgres", Status.DOWN, "onsale.postgres.url", probe::now, registry);
    }

    @Bean
    Dependency redisHealthIndicator(Redis redis, MeterRegistry registry) {
        return new Dependency(
                "redis",
                Dependency.DEGRADED,
                "onsale.redis.url",
                () -> redis.sync().ping(),
                registry);
    }

    @Bean
    Dependency kafkaHealthIndicator(Messaging messaging, MeterRegistry registry) {
        return new Dependency(
                "kafka",
                Dependency.DEGRADED,
                "onsale.kafka.bootstrap-servers",
                messaging::ask,
                registry);
    }

    @Bean
    ClockSkew clockHealthIndicator(
            Clock clock, DatabaseProbe probe, Redis redis, MeterRegistry registry) {
        return new ClockSkew(
                        clock,
                        Map.of("postgres", probe::now, "redis", () -> timeOf(redis)),
                        registry)
                .start();
    }

    static Instant timeOf(Redis redis) {
        List<String> time = redis.sync().time(); // seconds, and microseconds beyond them
        return Instant.ofEpochSecond(
                Long.parseLong(time.getFirst()), Long.parseLong(time.getLast()) * 1_000);
    }

    /**
     * Up once all logouts are known that came before. Until then a node that takes tokens answers
     * 503 to whoever brings one.
     */
    @Bean
    HealthIndicator tokenBlacklistHealthIndicator(
            TokenBlacklist blacklist, ObjectProvider<KeySetSource> keys, AuthSettings auth) {
        return () -> {
            boolean takesTokens = keys.getIfAvailable() != null || !auth.jwksUrl().isEmpty();
            return takesTokens && !blacklist.isComplete()
                    ? Health.status(Dependency.DEGRADED)
                            .withDetail("reason", "the ended sessions are not known yet")
                            .build()
                    : Health.up().build();
        };
    }

    @Bean
    Readiness nodeHealthIndicator(@Qualifier("postgresHealthIndicator") Dependency postgres) {
        return new Readiness(postgres);
    }

    @Bean
    ReportNode.Identity nodeIdentity(ServerSettings server, Environment environment, Clock clock) {
        return new ReportNode.Identity(
                UUID.randomUUID(),
                hostName() + ":" + environment.getProperty("server.port", "0"),
                version(),
                Role.parse(server.roles()).stream().map(Role::label).toList(),
                clock.instant());
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    private static String version() {
        @Nullable String known = OnsaleApplication.class.getPackage().getImplementationVersion();
        return known == null ? "development" : known;
    }

    @Bean
    ReportNode reportNode(
            ReportNode.Identity identity,
            Readiness readiness,
            List<Dependency> dependencies,
            ObjectProvider<ServerCheck> servers,
            RequestFigures requests,
            ObjectProvider<LineFigures> lines,
            List<Database> contexts) {
        return new ReportNode(
                        identity,
                        readiness::isStarted,
                        dependencies,
                        servers.orderedStream().toList(),
                        requests,
                        lines.orderedStream().toList(),
                        new NodeReports(contexts.getFirst()))
                .start();
    }

    @Bean
    SettingsController settingsController(
            ReportNode.Identity identity, ConfigurableEnvironment environment) {
        return new SettingsController(identity.name(), Settings.of(environment).effective());
    }
}
