package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import onsale.app.SagaWorld.Server;
import onsale.app.SagaWorld.Step;
import onsale.app.SagaWorld.Story;
import onsale.testkit.FaultProxy;
import onsale.testkit.FaultProxy.Fault;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The way of a fan from a hold to CONFIRMED and to REFUNDED, step by step, with the Nth call to
 * PostgreSQL, Redis, Kafka, the provider or the node itself failing – before its effect, after it
 * (the answer is lost), or hanging – or the node killed at it, for every N until there is no Nth
 * call any more; and with every message and every request doubled. Nobody helps afterwards.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SagaWalkTest {

    @RegisterExtension static final Stores stores = Stores.withFaults();

    private static final Duration QUIET_WITHIN = Duration.ofMinutes(2);
    private static final int CALLS_MAX = 300;

    /** A node takes its time to come back; what comes later is the noise of its jobs. */
    private static final int KILLS_MAX = 40;

    private SagaWorld world;
    private SagaCheck check;
    private final Map<String, Integer> cases = new TreeMap<>();

    @BeforeAll
    void start() throws Exception {
        world = new SagaWorld(stores);
        check = new SagaCheck(stores);
    }

    @AfterAll
    void stop() {
        System.out.println(
                "Saga walk: %d cases %s"
                        .formatted(cases.values().stream().mapToInt(n -> n).sum(), cases));
        world.close();
    }

    @AfterEach
    void everythingIsInOrder() {
        Wait.until("all has come to its end", QUIET_WITHIN, check::isQuiet);
        assertThat(check.findings(world.books())).isEmpty();
    }

    @Test
    void aFewFailingCalls() {
        walk(Server.POSTGRES, Fault.AFTER_THE_EFFECT, Step.PAY, List.of(5));
        walk(Server.PROVIDER, Fault.BEFORE_THE_EFFECT, Step.PAY, List.of(1));
        walk(Server.PROVIDER, Fault.AFTER_THE_EFFECT, Step.PAY, List.of(1));
        walk(Server.PROVIDER, Fault.AFTER_THE_EFFECT, Step.GIVE_BACK, List.of(2));
        walk(Server.NODE, Fault.AFTER_THE_EFFECT, Step.PAY, List.of(1));
    }

    @Test
    void aKilledNode() {
        kill(Server.PROVIDER, Step.PAY, List.of(2)); // the money is taken, nobody has heard
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void everyFailingCallOf(Step step) {
        for (Server server : Server.values()) {
            for (Fault fault : Fault.values()) {
                walk(server, fault, step, everyCall());
            }
        }
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void killedAtEveryCallOf(Step step) {
        kill(Server.POSTGRES, step, everyCall().subList(0, KILLS_MAX));
        kill(Server.PROVIDER, step, everyCall().subList(0, KILLS_MAX));
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void everyRequestAndMessageDoubledOf(Step step) {
        doubled(step);
    }

    private static List<Integer> everyCall() {
        List<Integer> calls = new ArrayList<>();
        for (int nth = 1; nth <= CALLS_MAX; nth++) {
            calls.add(nth);
        }
        return calls;
    }

    private void walk(Server server, Fault fault, Step step, Iterable<Integer> calls) {
        walk(server, fault, step, calls, fault.name(), () -> {});
    }

    private void kill(Server server, Step step, Iterable<Integer> calls) {
        walk(server, Fault.BEFORE_THE_EFFECT, step, calls, "SIGKILL", world::killNode);
    }

    private void walk(
            Server server,
            Fault fault,
            Step step,
            Iterable<Integer> calls,
            String name,
            Runnable first) {
        FaultProxy proxy = world.proxy(server);
        int count = 0;
        for (int nth : calls) {
            Story story = world.story(nth % 2 == 0).upTo(step);
            proxy.arm(fault, nth, first);
            try {
                story.run(step);
            } catch (AssertionError e) {
                throw new AssertionError(
                        "%s at call %d to %s while %s\n%s"
                                .formatted(name, nth, server, step, world.log()),
                        e);
            }
            boolean happened = proxy.disarm();
            story.toTheEnd(step);
            if (!happened) {
                break;
            }
            count++;
            cases.merge(name, 1, Integer::sum);
        }
        System.out.printf("%s at calls to %s while %s: %d cases%n", name, server, step, count);
    }

    /** Requests twice at once; every message again, and again as if nobody remembered it. */
    private void doubled(Step step) {
        Story story = world.story(true).sendingTwice().upTo(step);
        story.run(step);
        story.toTheEnd(step);
        cases.merge("DOUBLED_REQUEST", 1, Integer::sum);
        Wait.until("all has come to its end", QUIET_WITHIN, check::isQuiet);
        String before = check.state(story.reservation());

        for (String message : check.messagesOf(story.reservation())) {
            for (boolean forgotten : List.of(false, true)) {
                check.repeat(message, forgotten);
                Wait.until("it has come again", QUIET_WITHIN, check::isQuiet);
                cases.merge("DOUBLED_MESSAGE", 1, Integer::sum);
            }
        }
        Wait.until("all of it was heard", QUIET_WITHIN, () -> check.allHeard(story.reservation()));
        assertThat(check.state(story.reservation())).isEqualTo(before);
    }
}
