package onsale.platform.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import onsale.testkit.Stores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Kafka forgets what it has acknowledged, and every message has its effect all the same. */
class KafkaLossTest {

    @RegisterExtension static final Stores stores = Stores.own();

    /** With its canary: before anybody looks, what was lost stays lost. */
    @Test
    void whatAnEmptyKafkaHasLostIsToldAgain() {
        try (LossyWorld world = new LossyWorld(stores, "unheard")) {
            world.tell(20);
            world.awaitPublished();
            world.look();
            stores.kafka().restartEmpty();
            world.createTopic();

            world.tell(1);
            world.hear();
            world.awaitEffects(1);
            world.awaitPublished();
            assertThat(world.effects()).isEqualTo(1);

            world.look();
            world.awaitEffects(21);
            assertThat(world.differentEffects()).isEqualTo(21);
        }
    }

    /** The consumer stands at an offset of the old topic, which the new one has passed already. */
    @Test
    void aTopicMadeAnewIsReadFromItsBeginning() throws Exception {
        try (LossyWorld world = new LossyWorld(stores, "deleted")) {
            world.hear();
            world.tell(5);
            world.awaitEffects(5);
            world.look();

            world.deleteTopic();
            world.createTopic();
            world.keepLooking();
            world.tell(100);

            world.awaitEffects(105);
            assertThat(world.differentEffects()).isEqualTo(105);
            assertThat(world.effects()).isEqualTo(105);
        }
    }

    @Test
    void everyMessageHasItsEffectWhenKafkaLosesEverythingUnderLoad() throws Exception {
        loseEverythingUnderLoad("load", 2_000);
    }

    @Test
    @Tag("long")
    void everyMessageHasItsEffectWhenKafkaLosesEverythingUnderHeavyLoad() throws Exception {
        loseEverythingUnderLoad("heavy", 50_000);
    }

    private static void loseEverythingUnderLoad(String topic, int messages) throws Exception {
        try (LossyWorld world = new LossyWorld(stores, topic)) {
            world.hear();
            world.keepLooking();
            Thread writer = Thread.ofVirtual().start(() -> world.tell(messages));
            world.awaitEffects(messages / 4);

            stores.kafka().restartEmpty();
            Instant back = Instant.now();
            int toldBefore = world.told();
            world.awaitEffects(toldBefore);
            Duration healed = Duration.between(back, Instant.now());

            writer.join();
            world.awaitEffects(messages);
            assertThat(world.effects()).isEqualTo(messages);
            assertThat(world.differentEffects()).isEqualTo(messages);
            System.out.printf(
                    "Kafka lost everything at message %d of %d: healed %d ms after it was back%n",
                    toldBefore, messages, healed.toMillis());
        }
    }
}
