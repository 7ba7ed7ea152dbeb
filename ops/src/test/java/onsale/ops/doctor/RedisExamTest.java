package onsale.ops.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import onsale.platform.redis.Redis;
import onsale.testkit.OwnRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real Redis says of itself, and the same with one field as a broken one would say it. */
class RedisExamTest {

    @RegisterExtension static final OwnRedis redis = new OwnRedis();

    @Test
    void aHealthyRedisNeedsNobody() {
        Findings findings = daily(info());

        assertThat(printed(findings))
                .contains("ok")
                .doesNotContain("look")
                .contains("All is well.");
        assertThat(findings.isHealthy()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "used_memory, 500000000, Redis memory, redis-memory.md",
        "maxmemory_policy, allkeys-lru, Redis policy, redis-memory.md",
        "evicted_keys, 1, Redis evictions, redis-memory.md",
        "connected_clients, 501, Redis clients, redis-connections.md",
        "blocked_clients, 1, Redis blocked clients, redis-connections.md",
        "rdb_last_bgsave_status, err, Redis persistence, redis-aof.md",
        "aof_last_write_status, err, Redis persistence, redis-aof.md",
        "aof_last_bgrewrite_status, err, Redis persistence, redis-aof.md",
        "role, slave, Redis master, redis-failover.md",
        "'slave0', 'ip=10.0.0.2,port=6379,state=online,offset=1,lag=6', Redis replication, redis-failover.md"
    })
    void whatIsBrokenIsNamedWithItsRunbook(
            String field, String value, String what, String runbook) {
        Findings findings = daily(with(info(), field, value));

        assertThat(findings.isHealthy()).isFalse();
        assertThat(printed(findings))
                .containsPattern("look +" + what + " ")
                .contains(runbook)
                .contains("1 thing to look at.");
    }

    @Test
    void anEvictingRedisIsFound() {
        try (Redis connection = redis.connect()) {
            var commands = connection.connection().sync();
            String before = commands.configGet("maxmemory").get("maxmemory");
            commands.configSet("maxmemory-policy", "allkeys-lru");
            commands.configSet("maxmemory", "3mb");
            for (int i = 0; i < 4_000; i++) {
                commands.set("line:" + i, "x".repeat(1_000));
            }

            String found = printed(daily(connection.infos()));

            assertThat(found).containsPattern("look +Redis evictions +[1-9]");
            assertThat(found).containsPattern("look +Redis policy +allkeys-lru");
            commands.flushall();
            commands.configSet("maxmemory", before);
            commands.configSet("maxmemory-policy", "noeviction");
            commands.configResetstat();
        }
    }

    @Test
    void theBiggestKeyIsNamed() {
        try (Redis connection = redis.connect()) {
            connection.connection().sync().set("small", "x");
            connection.connection().sync().set("large", "x".repeat(40 << 20));
            Findings findings = new Findings();

            new RedisExam(findings).weekly(connection);

            assertThat(printed(findings)).containsPattern("look +Redis big keys +large ");
            connection.connection().sync().flushall();
        }
    }

    private static Map<String, String> info() {
        try (Redis connection = redis.connect()) {
            return connection.infos();
        }
    }

    private static Map<String, String> with(Map<String, String> infos, String field, String value) {
        String info = infos.get("redis") + "";
        String line = field + ":" + value;
        String changed = info.replaceFirst("(?m)^" + field + ":.*$", line);
        return Map.of("redis", changed.equals(info) ? info + "\r\n" + line : changed);
    }

    private static Findings daily(Map<String, String> infos) {
        Findings findings = new Findings();
        new RedisExam(findings).daily(infos);
        return findings;
    }

    private static String printed(Findings findings) {
        StringWriter out = new StringWriter();
        findings.print(new PrintWriter(out));
        return out.toString();
    }
}
