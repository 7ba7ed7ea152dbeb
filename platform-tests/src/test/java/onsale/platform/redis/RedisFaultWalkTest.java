package onsale.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.settings.Secret;
import onsale.testkit.FaultProxy;
import onsale.testkit.OwnRedis;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * From connecting to the reply of a guarded script, with the Nth call to Redis failing – before its
 * effect, after it, or hanging – for every N. The caller asks again until it knows; afterwards each
 * of its ids has one number and no number is used twice.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisFaultWalkTest {

    @RegisterExtension static final OwnRedis own = new OwnRedis();

    private static final LuaScript TAKE = LuaScript.guarded(TicketScripts.class, "take.lua");
    private static final String NUMBERS = "test:{walk}:numbers";
    private static final int CALLS_MAX = 100;

    private final FaultProxy proxy = new FaultProxy();
    private Redis unharmed;
    private int taken;

    @BeforeAll
    void openTheGuard() {
        proxy.forwardTo(own.server().port());
        unharmed = new Redis(settings(own.server().port()));
        Incarnation incarnation = new Incarnation(new Lua(unharmed), "test");
        assertThat(incarnation.recover("walk").complete()).isTrue();
    }

    @AfterAll
    void stop() {
        unharmed.close();
        proxy.close();
    }

    @Test
    void everyFailingCall() {
        List<String> counts = new ArrayList<>();
        for (FaultProxy.Fault fault : FaultProxy.Fault.values()) {
            int injected = 0;
            for (int nth = 1; nth <= CALLS_MAX; nth++) {
                proxy.arm(fault, nth);
                takeANumber();
                if (!proxy.disarm()) {
                    break;
                }
                injected++;
            }
            assertThat(injected).isBetween(3, CALLS_MAX - 1);
            counts.add(injected + " " + fault);
        }
        System.out.println("Faults injected into calls to Redis: " + counts);
    }

    /** With a new client each time, so that connecting and loading are part of the walk. */
    private void takeANumber() {
        String id = UUID.randomUUID().toString();
        taken++;
        Wait.until("the number is known", Duration.ofSeconds(30), () -> ask(id) == taken);

        Map<String, String> numbers = unharmed.sync().hgetall(NUMBERS);
        assertThat(numbers).hasSize(taken).containsEntry(id, "" + taken);
        assertThat(numbers.values()).doesNotHaveDuplicates();
    }

    private long ask(String id) {
        try (Redis redis = new Redis(settings(proxy.port()))) {
            Lua lua = new Lua(redis);
            LuaReply reply =
                    lua.run(TAKE, List.of("test:{walk}:incarnation", NUMBERS), List.of(id));
            return switch (reply) {
                case LuaReply.Values values -> values.number(0);
                case LuaReply.Restoring _ -> throw new AssertionError("nothing was lost");
            };
        } catch (LuaException.NotExecuted | LuaException.Unknown | RedisException e) {
            return -1; // asked again, with the same id
        }
    }

    private static RedisSettings settings(int port) {
        String url = own.server().url().replace(":" + own.server().port() + "/", ":" + port + "/");
        return new RedisSettings(new Secret(url), 0, Duration.ofMillis(500));
    }
}
