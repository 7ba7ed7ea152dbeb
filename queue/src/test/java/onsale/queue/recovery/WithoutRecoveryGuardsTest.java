package onsale.queue.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import onsale.platform.redis.Redis;
import onsale.queue.Room;
import onsale.queue.admission.EntryToken;
import onsale.queue.line.PersonBindings;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a loss of Redis costs without the guards of the recovery. */
class WithoutRecoveryGuardsTest {

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

    /** A counter that went back gives places out twice, and a newcomer overtakes. */
    @Test
    void withoutTheIncarnationOlderFilesLetNewcomersOvertake() throws Exception {
        Sale sale = fixture.aSale(1);
        Path older = redis.copyOfData();
        Receipt waits = room.entered(sale, Room.aFan());

        OwnRedis.restartFrom(redis.server(), older);
        fixture.way().cutAll();
        // as if the older files were believed
        Redis direct = redis.connect();
        String runId =
                direct.sync()
                        .info("server")
                        .lines()
                        .filter(line -> line.startsWith("run_id:"))
                        .map(line -> line.substring(7).strip())
                        .findFirst()
                        .orElseThrow();
        direct.sync().set(room.lineKeys.guard(sale.id()), runId);
        for (int group = 0; group < PersonBindings.GROUPS; group++) {
            direct.sync().set(room.persons.guard(group), runId);
        }
        Receipt[] newcomer = new Receipt[1];
        Wait.until(
                "the connection is back",
                LossFixture.SOON,
                () -> {
                    newcomer[0] = room.entered(sale, Room.aFan());
                    return true;
                });
        room.admitted(newcomer[0]);

        assertThat(newcomer[0].place()).isEqualTo(waits.place());
        assertThat(room.status(waits)).doesNotContain("ADMITTED");
    }

    /** Without rows nobody is known to be inside. */
    @Test
    void withoutTurnRowsMoreAreInsideThanMayBe() {
        Sale sale = fixture.aSale(2);
        List<Receipt> line = fixture.entered(sale, 4);
        List<EntryToken> inside = new ArrayList<>();
        inside.add(room.admitted(line.get(0)));
        inside.add(room.admitted(line.get(1)));

        fixture.database()
                .sql()
                .sql("delete from turns where schedule_id = ?")
                .param(sale.id())
                .update();
        redis.server().flushAll();
        fixture.open(room, sale);
        fixture.comeBack(room, line.subList(2, 4));
        inside.add(room.admitted(line.get(2)));

        assertThat(inside)
                .as("tokens that are good at once, with a limit of two")
                .hasSize(3)
                .allMatch(turn -> turn.expiresAt().isAfter(Instant.now()));
    }
}
