package onsale.platform.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import onsale.testkit.Stores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Messages under fire: relays as processes, one killed in the middle of its work, one paused for
 * longer than its lease, Kafka away, PostgreSQL restarted – and afterwards every message has had
 * its effect once, in the order of its key.
 */
class FireTest {

    @RegisterExtension static final Stores stores = Stores.own();

    private static final Duration SHORT_LEASE = Duration.ofSeconds(2);

    /** Longer than a busy machine needs for a batch, so that only the lease itself is tested. */
    private static final Duration AMPLE_LEASE = Duration.ofSeconds(30);

    @Test
    void everyMessageHasItsEffectOnceAndInOrderUnderFire() throws Exception {
        underFire("fire", 2_000, Duration.ofSeconds(4));
    }

    @Test
    @Tag("long")
    void aHundredThousandMessagesUnderFire() throws Exception {
        underFire("large", 100_000, Duration.ofSeconds(20));
    }

    private static void underFire(String name, int messages, Duration kafkaAway) throws Exception {
        try (Fire fire = new Fire(stores, name, messages)) {
            fire.startRelayProcesses(3, SHORT_LEASE);
            fire.startConsumers(2);
            fire.startWriting();

            fire.awaitEffects(messages / 10);
            fire.relay(0).kill();
            fire.startRelayProcesses(1, SHORT_LEASE);
            fire.awaitEffects(messages / 5);
            fire.relay(1).pause();
            stores.kafka().kill();
            fire.pauseFor(kafkaAway);
            stores.kafka().start();
            fire.relay(1).resume(); // a zombie now: its lease is long over
            fire.awaitEffects(messages / 2);
            stores.postgres().kill();
            stores.postgres().start();

            fire.awaitEffects(messages);
            fire.awaitEffects(fire.committed());
            fire.awaitEverythingConsumed();
            assertThat(fire.effectsOutOfOrder()).isZero();
            assertThat(fire.effects()).isEqualTo(fire.committed());
            System.out.printf(
                    "%s: %d messages, %d sent to Kafka, %d effects%n",
                    name, messages, fire.sentToKafka(), fire.effects());
        }
    }

    @Test
    void inCalmWeatherThreeRelaysSendEachMessageOnceInOrder() throws Exception {
        try (Fire fire = new Fire(stores, "calm", 2_000)) {
            fire.startRelays(3, AMPLE_LEASE);
            fire.startConsumers(1);
            fire.startWriting();
            fire.awaitEffects(2_000);

            assertThat(fire.sentBackwards()).isZero();
            assertThat(fire.sentToKafka()).isEqualTo(2_000);
        }
    }

    /**
     * The canary: a trigger takes every lease away at once, and the order on the topic is gone. Two
     * relays must meet in one shard for that, so it is tried until they do.
     */
    @Test
    void withoutLeasesTheOrderOnTheTopicIsLost() throws Exception {
        int rounds = 0;
        while (sentBackwardsWithoutLeases("noleases" + rounds) == 0) {
            assertThat(++rounds).isLessThan(10);
        }
    }

    private static long sentBackwardsWithoutLeases(String name) throws Exception {
        try (Fire fire = new Fire(stores, name, 3_000)) {
            fire.execute(
                    """
                    create function no_lease() returns trigger language plpgsql as
                    $$ begin
                        -- over as soon as it is taken
                        new.lease_until = least(new.lease_until, now() + interval '1 microsecond');
                        return new;
                    end $$
                    """);
            fire.execute(
                    """
                    create trigger no_lease before update on common.outbox_shards
                    for each row execute function no_lease()
                    """);
            fire.startRelays(3, AMPLE_LEASE);
            fire.startConsumers(1);
            fire.startWriting();
            fire.awaitEffects(3_000);
            fire.execute("drop function no_lease cascade");
            return fire.sentBackwards();
        }
    }

    /**
     * The canary: without its unique key the inbox forgets, and a repeated message counts twice.
     */
    @Test
    void withoutTheInboxARepeatedMessageHasASecondEffect() throws Exception {
        try (Fire fire = new Fire(stores, "noinbox", 500)) {
            fire.execute(
                    "alter table common.processed_events drop constraint processed_events_pkey");
            fire.startRelays(1, SHORT_LEASE);
            fire.startConsumers(1);
            fire.startWriting();
            fire.awaitEffects(500);

            fire.sendAgain(100);

            fire.awaitEffects(600);
            fire.execute("delete from common.processed_events");
            fire.execute(
                    "alter table common.processed_events add primary key (event_id, consumer_service)");
        }
    }

    @Test
    void withTheInboxARepeatedMessageHasNoSecondEffect() throws Exception {
        try (Fire fire = new Fire(stores, "inbox", 500)) {
            fire.startRelays(1, SHORT_LEASE);
            fire.startConsumers(1);
            fire.startWriting();
            fire.awaitEffects(500);

            fire.sendAgain(100);

            fire.awaitSentToKafka(600);
            fire.awaitEverythingConsumed();
            assertThat(fire.effects()).isEqualTo(500);
        }
    }
}
