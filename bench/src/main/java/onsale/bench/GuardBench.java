package onsale.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.Ports;
import onsale.platform.embedded.Trees;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.queue.line.Line;
import onsale.reservation.gate.SeatGate;

/**
 * Measures the guard by which every script first asks whether Redis has lost data: Redis's CPU for
 * a fan who enters and for a hold of two seats, with and without it. Also measures a loss.
 */
final class GuardBench implements Bench.Benchmark {

    private static final String NAME = "guard";
    private static final int WARM_ROUNDS = 20;
    private static final int ROUNDS = 401; // many short ones, because of noisy neighbours
    private static final int CALLS = 1_500;
    private static final int AT_ONCE = 500;
    private static final int RETURNING = 100_000;

    private record Kind(
            String name,
            LuaScript guarded,
            LuaScript unguarded,
            List<String> keys,
            IntFunction<List<String>> args) {}

    @Override
    public List<Result> run() throws IOException {
        Path home = Files.createTempDirectory("onsale-bench-");
        try (DataDirectory directory = DataDirectory.open(home);
                EmbeddedServers servers =
                        EmbeddedServers.start(
                                directory,
                                new EmbeddedServers.Wanted(false, 0, true, 0, false, 0, 0));
                Redis redis =
                        new Redis(
                                new RedisSettings(
                                        new Secret(servers.redis().url()),
                                        0,
                                        Duration.ofSeconds(5)))) {
            List<Result> results = new ArrayList<>();
            for (Kind kind : List.of(enter(redis), hold(redis))) {
                results.addAll(measured(redis, kind));
            }
            results.addAll(returns());
            return results;
        } finally {
            Trees.delete(home);
        }
    }

    /** Measures the return of all fans at once after a loss. */
    private static List<Result> returns() {
        try (Child queue = Child.start(QueueProcess.class, "" + Ports.free())) {
            queue.ask("returns 10000"); // warm
            double redis = Double.parseDouble(queue.ask("redis").split(" ", -1)[0]);
            String[] figures = queue.ask("returns " + RETURNING).split(" ", -1);
            redis = Double.parseDouble(queue.ask("redis").split(" ", -1)[0]) - redis;
            return List.of(
                    Result.printed(
                            NAME,
                            "100,000 back after a loss, one node",
                            Rounds.of(Double.parseDouble(figures[0])),
                            "s"),
                    Result.printed(
                            NAME,
                            "to enter and to come back, Redis CPU",
                            Rounds.of(redis / RETURNING),
                            "µs"),
                    Result.printed(
                                    NAME,
                                    "another command meanwhile, p99",
                                    Rounds.of(Double.parseDouble(figures[1])),
                                    "ms")
                            .valueAtMost(50),
                    Result.printed(
                            NAME,
                            "another command meanwhile, worst",
                            Rounds.of(Double.parseDouble(figures[2])),
                            "ms"));
        }
    }

    private static Kind enter(Redis redis) {
        String prefix = "queue:{" + UUID.randomUUID() + "}:";
        open(redis, "queue", prefix);
        Map<String, String> state = new HashMap<>();
        for (String field : List.of("opens", "draining", "soldOut", "gap", "counter")) {
            state.put(field, "0");
        }
        state.put("epoch", "1");
        state.put("closes", "" + Long.MAX_VALUE / 2);
        state.put("capacity", "100000000");
        redis.sync().hset(prefix + "state", state);
        return new Kind(
                "enter",
                LuaScript.guarded(Line.class, "enter.lua"),
                LuaScript.unguarded(Line.class, "enter.lua"),
                keys(
                        prefix,
                        "incarnation",
                        "state",
                        "waiting",
                        "active",
                        "called",
                        "seen",
                        "changes"),
                i ->
                        List.of(
                                "%022d%022d".formatted(System.nanoTime(), i),
                                "" + System.currentTimeMillis(),
                                "500"));
    }

    private static Kind hold(Redis redis) {
        String prefix = "seat:{" + UUID.randomUUID() + "}:";
        open(redis, "seat", prefix);
        return new Kind(
                "hold of two seats",
                LuaScript.guarded(SeatGate.class, "hold.lua"),
                LuaScript.unguarded(SeatGate.class, "hold.lua"),
                keys(prefix, "incarnation", "hold", "version", "changes"),
                i ->
                        List.of(
                                UUID.randomUUID().toString(),
                                "10000",
                                "2",
                                "" + 2 * i,
                                "" + (2 * i + 1)));
    }

    private static void open(Redis redis, String context, String prefix) {
        Incarnation incarnation = new Incarnation(new Lua(redis), context);
        String tag = prefix.substring(prefix.indexOf('{') + 1, prefix.indexOf('}'));
        incarnation.recover(tag).complete();
    }

    private static List<String> keys(String prefix, String... names) {
        return List.of(names).stream().map(name -> prefix + name).toList();
    }

    /** Compares pairs that run one right after the other, so that noise hits both. */
    private static List<Result> measured(Redis redis, Kind kind) {
        Lua lua = new Lua(redis);
        Rounds guarded = new Rounds();
        Rounds unguarded = new Rounds();
        Rounds cost = new Rounds();
        for (int i = -WARM_ROUNDS; i < ROUNDS; i++) {
            // in turn, and each first as often as second
            double[] micros = new double[2];
            for (int j = 0; j < 2; j++) {
                boolean isGuarded = (i + j) % 2 == 0;
                micros[isGuarded ? 0 : 1] =
                        perCall(redis, lua, kind, isGuarded ? kind.guarded : kind.unguarded);
            }
            if (i >= 0) {
                guarded.add(micros[0]);
                unguarded.add(micros[1]);
                cost.add(micros[0] / micros[1]);
            }
        }
        return List.of(
                Result.printed(NAME, kind.name + ", Redis CPU", guarded, "µs")
                        .against("without the guard", unguarded.median()),
                Result.printed(NAME, kind.name + ", with and without, by pairs", cost, "×"),
                Result.printed(
                                NAME,
                                kind.name + ", with and without, at most",
                                Rounds.of(cost.medianAtMost()),
                                "×")
                        .valueAtMost(1.05));
    }

    private static double perCall(Redis redis, Lua lua, Kind kind, LuaScript script) {
        // every round begins with the same state
        redis.sync().del(kind.keys.subList(2, kind.keys.size()).toArray(String[]::new));
        if (kind.keys.get(1).endsWith("hold")) {
            redis.sync().del(kind.keys.get(1));
        }
        double before = cpuMicros(redis);
        for (int from = 0; from < CALLS; from += AT_ONCE) {
            List<CompletableFuture<LuaReply>> calls = new ArrayList<>(AT_ONCE);
            for (int i = from; i < from + AT_ONCE; i++) {
                calls.add(
                        lua.runAsync(script, kind.keys, kind.args.apply(i)).toCompletableFuture());
            }
            for (CompletableFuture<LuaReply> call : calls) {
                String answer = ((LuaReply.Values) call.join()).text(0);
                if (!answer.equals("ENTERED") && !answer.equals("HELD")) {
                    throw new IllegalStateException(answer);
                }
            }
        }
        return (cpuMicros(redis) - before) / CALLS;
    }

    private static double cpuMicros(Redis redis) {
        return redis.sync()
                .info("cpu")
                .lines()
                .filter(line -> line.contains("_main_thread:"))
                .mapToDouble(
                        line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)) * 1e6)
                .sum();
    }
}
