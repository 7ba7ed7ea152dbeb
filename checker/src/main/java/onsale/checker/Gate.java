package onsale.checker;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads the seat gate in Redis: the hash {@code seat:hold:{schedule}} has "until:holder" by
 * ordinal, until in milliseconds of Redis's clock and 0 for sold. It counts while {@code
 * seat:{schedule}:incarnation} names the server's process.
 */
final class Gate {

    private static final Duration WITHIN = Duration.ofSeconds(10);

    private Gate() {}

    static void read(String url, Tables tables) throws SQLException {
        tables.create("gates", "schedule_id uuid, open boolean");
        tables.create(
                "gate_seats",
                "schedule_id uuid, ordinal int, until_millis bigint, now_millis bigint");
        RedisURI uri = RedisURI.create(url);
        uri.setTimeout(WITHIN);
        RedisClient client = RedisClient.create(uri);
        try (StatefulRedisConnection<String, String> connection = client.connect();
                Tables.Rows gates = tables.into("gates", 2);
                Tables.Rows seats = tables.into("gate_seats", 4)) {
            RedisCommands<String, String> redis = connection.sync();
            String process = runId(redis.info("server"));
            tables.each(
                    """
                    select i.schedule_id from reservation_service.inventories i
                    join reservation_service.schedules s on s.id = i.schedule_id
                    where now() between s.sale_opens_at and s.sale_closes_at
                      and not exists (select from reservation_service.cancelled_schedules c
                                      where c.schedule_id = i.schedule_id)
                    """,
                    id -> {
                        UUID schedule = UUID.fromString(id);
                        gates.add(
                                schedule,
                                process.equals(redis.get("seat:{" + id + "}:incarnation")));
                        Map<String, String> all = redis.hgetall("seat:hold:{" + id + "}");
                        List<String> time = redis.time();
                        long now =
                                Long.parseLong(time.get(0)) * 1_000
                                        + Long.parseLong(time.get(1)) / 1_000;
                        for (Map.Entry<String, String> seat : all.entrySet()) {
                            String value = seat.getValue();
                            long until = Long.parseLong(value.substring(0, value.indexOf(':')));
                            seats.add(schedule, Integer.parseInt(seat.getKey()), until, now);
                        }
                    });
        } catch (RedisException e) {
            throw new CannotLook("Redis: " + e.getMessage(), e);
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    private static String runId(String info) {
        return info.lines()
                .filter(line -> line.startsWith("run_id:"))
                .map(line -> line.substring("run_id:".length()).strip())
                .findFirst()
                .orElseThrow(() -> new CannotLook("Redis does not say which process it is."));
    }
}
