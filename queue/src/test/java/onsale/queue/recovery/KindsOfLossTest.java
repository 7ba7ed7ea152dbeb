package onsale.queue.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import onsale.platform.embedded.RedisServer;
import onsale.queue.Room;
import onsale.queue.admission.EntryToken;
import onsale.queue.admission.TakeTurn;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Redis is lost in every way: places stay, and nobody is put back who left or had a turn. */
class KindsOfLossTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    @RegisterExtension static final OwnRedis redis = new OwnRedis();

    @SuppressWarnings("NullAway.Init")
    private static LossFixture fixture;

    @SuppressWarnings("NullAway.Init")
    private static Room room;

    @BeforeAll
    static void start() {
        fixture = stores.closing(new LossFixture(stores, redis));
        room = fixture.room();
    }

    @BeforeEach
    void connect() {
        fixture.connect();
    }

    @AfterEach
    void endSales() {
        fixture.endSales();
    }

    enum Kind {
        FLUSHED,
        EMPTY_REPLACEMENT,
        OLDER_FILES,
        RESTART,
        LAGGING_REPLICA
    }

    @ParameterizedTest
    @EnumSource
    void noKindOfLossCostsAPlace(Kind kind) throws Exception {
        Sale sale = fixture.aSale(2);
        List<Receipt> line = fixture.entered(sale, 4);
        room.admitted(line.get(0));
        EntryToken stays = room.admitted(line.get(1));
        room.leaveQueue.run(line.get(3));
        @Nullable Path older = kind == Kind.OLDER_FILES ? redis.copyOfData() : null;
        @Nullable RedisServer replica =
                kind == Kind.LAGGING_REPLICA ? fixture.cutOffReplica() : null;
        // the older files and the replica know nothing of what follows
        line.addAll(fixture.entered(sale, 4));
        room.leaveQueue.run(line.get(0));
        EntryToken late = room.admitted(line.get(2));
        room.leaveQueue.run(line.get(5));

        switch (kind) {
            case FLUSHED -> redis.server().flushAll();
            case EMPTY_REPLACEMENT -> redis.replaceByEmpty();
            case OLDER_FILES -> OwnRedis.restartFrom(redis.server(), there(older));
            case RESTART -> {
                redis.server().kill();
                redis.server().start();
            }
            case LAGGING_REPLICA -> fixture.way().forwardTo(there(replica).port());
        }
        fixture.way().cutAll();
        fixture.open(room, sale);
        Receipt newcomer = room.entered(room.sale(sale.id()), Room.aFan());
        List<Receipt> back = new ArrayList<>(line);
        back.removeAll(List.of(line.get(1), line.get(2)));
        Collections.shuffle(back, new Random(kind.name().length()));
        fixture.comeBack(room, back);

        // those inside are inside, and nobody else
        assertThat(room.takeTurn.run(line.get(1))).isEqualTo(new TakeTurn.Outcome.Admitted(stays));
        assertThat(room.takeTurn.run(line.get(2))).isEqualTo(new TakeTurn.Outcome.Admitted(late));
        assertThat(room.admit(sale)).isZero();
        // those who had a turn or left are not put back
        assertThat(List.of(0, 3, 5))
                .allSatisfy(i -> assertThat(room.status(line.get(i))).contains("EXPIRED"));
        // the others wait in their order, and are called in it
        assertThat(room.status(line.get(4))).contains("\"position\":1");
        assertThat(room.status(line.get(6))).contains("\"position\":2");
        assertThat(room.status(line.get(7))).contains("\"position\":3");
        assertThat(room.status(newcomer)).contains("\"position\":4");
        room.leaveQueue.run(line.get(1));
        room.admitted(line.get(4));
        assertThat(room.takeTurn.run(line.get(6))).isEqualTo(new TakeTurn.Outcome.Waiting(1));
        room.leaveQueue.run(line.get(4));
        room.admitted(line.get(6));
        assertThat(room.status(newcomer)).contains("\"position\":2");

        // a node that starts now takes no used place for a lost one
        Room fresh = fixture.aNode(LossFixture.QUICK);
        fresh.sales.readNow();
        fixture.comeBack(fresh, List.of(line.get(0), line.get(3), line.get(4)));
        assertThat(List.of(0, 3, 4))
                .allSatisfy(i -> assertThat(fresh.status(line.get(i))).contains("EXPIRED"));
        assertThat(fresh.status(newcomer)).contains("\"position\":2");
        assertThat(
                        room.registry
                                .get("onsale.queue.losses")
                                .tag("cause", causeOf(kind).name())
                                .counter()
                                .count())
                .isPositive();
        assertThat(room.registry.get("onsale.queue.returned").counter().count()).isPositive();
        assertThat(room.recoveryStore.lastLosses().get(sale.id()))
                .satisfies(told -> assertThat(told.cause()).isEqualTo(causeOf(kind)));
    }

    /**
     * The server has been alive, its guard is open, and it knows nothing of what happened since.
     */
    @Test
    void aServerThatWasReplacedAndComesBackIsFoundOut() {
        Sale sale = fixture.aSale(1);
        List<Receipt> line = fixture.entered(sale, 3);
        EntryToken inside = room.admitted(line.get(0));
        RedisServer replica = fixture.cutOffReplica();
        fixture.way().forwardTo(replica.port());
        fixture.way().cutAll();
        fixture.open(room, sale);
        fixture.comeBack(room, line.subList(1, 3));
        Receipt newcomer = room.entered(room.sale(sale.id()), Room.aFan());
        int epoch = room.sale(sale.id()).epoch();

        fixture.way().forwardTo(redis.server().port());
        fixture.way().cutAll();
        Wait.until(
                "it is recovered, though its guard was open",
                LossFixture.SOON,
                () -> {
                    room.open();
                    return room.sale(sale.id()).epoch() > epoch;
                });
        fixture.open(room, sale);
        fixture.comeBack(room, List.of(newcomer, line.get(2), line.get(1)));

        assertThat(room.takeTurn.run(line.get(0))).isEqualTo(new TakeTurn.Outcome.Admitted(inside));
        assertThat(room.status(line.get(1))).contains("\"position\":1");
        assertThat(room.status(line.get(2))).contains("\"position\":2");
        assertThat(room.status(newcomer)).contains("\"position\":3");
        room.leaveQueue.run(line.get(0));
        room.admitted(line.get(1)); // turns are taken up in the epoch that PostgreSQL has
    }

    private static LossCause causeOf(Kind kind) {
        return kind == Kind.FLUSHED || kind == Kind.EMPTY_REPLACEMENT
                ? LossCause.EMPTY
                : LossCause.OTHER_PROCESS;
    }

    private static <T> T there(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException();
        }
        return value;
    }
}
