package onsale.app;

import io.lettuce.core.RedisException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import onsale.contracts.Topic;
import onsale.edge.EdgeModule;
import onsale.edge.token.AuthSettings;
import onsale.platform.DemoData;
import onsale.platform.Ids;
import onsale.platform.StartFailure;
import onsale.platform.access.KeySetSource;
import onsale.platform.access.TokenBlacklist;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Topics;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** What every process has, whatever its roles: connections, the edge, health. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableConfigurationProperties({
    ServerSettings.class,
    PostgresSettings.class,
    RedisSettings.class,
    KafkaSettings.class,
    MessagingSettings.class,
    PassSettings.class,
    PortOneSettings.class
})
@Import(EdgeModule.class)
class OnsaleApplication {

    private static final int KAFKA_TIMEOUT_MILLIS = 3_000;
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
    DemoData demoData(ServerSettings server) {
        return new DemoData(server.demo());
    }

    @Bean
    Passes passes(PassSettings settings, ServerSettings server, Clock clock) {
        return new Passes(PassKeys.of(settings, server.secret()), clock);
    }

    @Bean
    Databases databases(PostgresSettings postgres, ServerSettings server) {
        return new Databases(postgres, server.secret());
    }

    @Bean
    Redis redis(RedisSettings settings) {
        try {
            return new Redis(settings);
        } catch (RedisException e) {
            throw new StartFailure(
                    "Redis does not answer: check onsale.redis.url (" + e.getMessage() + ").", e);
        }
    }

    /** In every process: whoever accepts tokens must know which of them are void. */
    @Bean
    TokenBlacklist tokenBlacklist(Redis redis, Clock clock) {
        return new TokenBlacklist(redis, clock).start();
    }

    @Bean
    Admin kafkaAdmin(KafkaSettings settings) {
        return Admin.create(
                Map.of(
                        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                        settings.bootstrapServers(),
                        AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        KAFKA_TIMEOUT_MILLIS,
                        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        KAFKA_TIMEOUT_MILLIS));
    }

    /** After all beans are there and before the first of them sends or consumes. */
    @Bean
    SmartInitializingSingleton topics(Admin kafka, KafkaSettings settings) {
        return () -> Topics.create(kafka, settings, Topic.ALL, TOPIC_PARTITIONS);
    }

    @Bean
    HealthIndicator postgresHealthIndicator(List<Database> databases) {
        return new DependencyHealth(
                () -> databases.forEach(db -> db.sql().sql("select 1").query(row -> {})));
    }

    @Bean
    HealthIndicator redisHealthIndicator(Redis redis) {
        return new DependencyHealth(() -> redis.sync().ping());
    }

    @Bean
    HealthIndicator kafkaHealthIndicator(Admin kafka) {
        return new DependencyHealth(() -> kafka.describeCluster().nodes().get());
    }

    /** Up once all logouts are known that came before; a node that takes no tokens needs none. */
    @Bean
    HealthIndicator tokenBlacklistHealthIndicator(
            TokenBlacklist blacklist, ObjectProvider<KeySetSource> keys, AuthSettings auth) {
        return new DependencyHealth(() -> {
            boolean takesTokens = keys.getIfAvailable() != null || !auth.jwksUrl().isEmpty();
            if (takesTokens && !blacklist.isComplete()) {
                throw new IllegalStateException("the ended sessions are not known yet");
            }
        });
    }

    @Bean
    Readiness readiness(Map<String, HealthIndicator> indicators) {
        return new Readiness(indicators);
    }
}
