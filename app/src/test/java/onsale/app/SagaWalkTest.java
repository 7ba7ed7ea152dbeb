package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import onsale.app.SagaWorld.Server;
import onsale.app.SagaWorld.Step;
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
 * call any more; and with every message and every request doubled, and every message lost or
 * delayed, once or as long as anybody sends it. Nobody helps afterwards.
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
    private MessageLoss losses;
    private final Map<String, Integer> cases = new TreeMap<>();

    @BeforeAll
    void start() throws Exception {
        world = new SagaWorld(stores);
        check = new SagaCheck(stores);
        losses = new MessageLoss(stores);
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
        losses.forget();
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

    /** Messages between the two contexts, and the step in which they are sent. */
    enum Sent {
        HELD("ReservationHeld", Step.HOLD),
        PAID("OrderPaid", Step.PAY),
        CONFIRMED("ReservationConfirmed", Step.PAY),
        CLOSE("CloseOrder", Step.ABANDON),
        CLOSED("OrderClosed", Step.ABANDON),
        CANCELLED("ReservationCancelled", Step.ABANDON),
        REFUND("RefundOrder", Step.GIVE_BACK),
        REFUNDED("OrderRefunded", Step.GIVE_BACK);

        private final String type;
        private final Step step;

        Sent(String type, Step step) {
            this.type = type;
            this.step = step;
        }

        /** Whoever needs it asks for it again; the others are told to nobody here. */
        boolean isSentAgain() {
            return this != HELD && this != CONFIRMED && this != CANCELLED;
        }
    }

    @Test
    void aFewLostMessages() {
        lost(Sent.PAID, 2, false);
        lost(Sent.CLOSED, 1, true);
        lost(Sent.REFUNDED, 1, true);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void lostOrDelayed(Sent sent) {
        for (int times = 1; times <= (sent.isSentAgain() ? 3 : 1); times++) {
            lost(sent, times, false);
            lost(sent, times, true);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void lostForAWholeRun(Sent sent) {
        losses.next(Integer.MAX_VALUE, sent.type, "");
        List<CompletableFuture<Void>> run = new ArrayList<>();
        for (Step step : List.of(Step.PAY, Step.ABANDON, Step.GIVE_BACK)) {
            run.add(
                    CompletableFuture.runAsync(
                            () -> world.story(true).outOfTime().upTo(step).run(step),
                            task -> Thread.ofVirtual().start(task)));
        }
        int enough = sent.isSentAgain() ? 6 : 1;
        Wait.until("many were lost", QUIET_WITHIN, () -> losses.lost(sent.type) >= enough);
        losses.stop();

        run.forEach(CompletableFuture::join);
        cases.merge("LOST_FOR_A_RUN", 1, Integer::sum);
        System.out.printf("%s lost for a run: %d messages%n", sent, losses.lost(sent.type));
    }

    private void lost(Sent sent, int times, boolean comesLate) {
        SagaStory story = world.story(true).outOfTime().upTo(sent.step);
        losses.next(times, sent.type, story.reservation());
        story.run(sent.step);
        assertThat(losses.lost(sent.type)).as(sent + " was lost").isEqualTo(times);
        story.toTheEnd(sent.step);
        Wait.until("all has come to its end", QUIET_WITHIN, check::isQuiet);
        if (comesLate) {
            String before = check.state(story.reservation());
            losses.deliver();
            Wait.until("it has come at last", QUIET_WITHIN, check::isQuiet);
            assertThat(check.state(story.reservation())).isEqualTo(before);
        }
        losses.forget();
        cases.merge(comesLate ? "DELAYED" : "LOST", 1, Integer::sum);
    }

    /** The canary: payment's answer is lost as well, and reservation does not ask again. */
    @Test
    void withoutAskingAgainALostVerdictLeavesAPaidOrderOpen() {
        losses.execute(
                """
                create function common.ask_once() returns trigger language plpgsql as
                $$ begin
                    if new.close_asks = 1 then new.close_ask_again_at := 'infinity'; end if;
                    return new;
                end $$;
                create trigger ask_once before update on reservation_service.reservations
                    for each row execute function common.ask_once()
                """);
        SagaStory story = world.story(true).outOfTime().upTo(Step.PAY);
        losses.next(2, Sent.PAID.type, story.reservation());
        CompletableFuture<Void> paying =
                CompletableFuture.runAsync(
                        () -> story.run(Step.PAY), task -> Thread.ofVirtual().start(task));
        Wait.until("its answer is lost", QUIET_WITHIN, () -> losses.lost(Sent.PAID.type) == 2);

        Wait.until(
                "everything else has ended",
                QUIET_WITHIN,
                () -> check.onlyOpen(story.reservation()));
        assertThat(check.findings(world.books())).containsKey("paid without its reservation");

        losses.execute(
                """
                drop trigger ask_once on reservation_service.reservations;
                drop function common.ask_once();
                update reservation_service.reservations set close_ask_again_at = now()
                where close_ask_again_at = 'infinity'
                """);
        paying.join();
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
            SagaStory story = world.story(nth % 2 == 0).upTo(step);
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
        SagaStory story = world.story(true).sendingTwice().upTo(step);
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
