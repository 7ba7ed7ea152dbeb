package onsale.queue.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import onsale.queue.QueueModule;
import onsale.queue.Room;
import onsale.queue.line.LineTurns;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis loses a line while a fan takes the turn up. */
class OldEpochTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    @RegisterExtension static final OwnRedis redis = new OwnRedis();

    private final Room room =
            stores.closing(
                    new Room(
                            stores.database(QueueModule.SCHEMA),
                            redis.connect(),
                            stores.kafkaSettings(),
                            stores.secret(),
                            Room.SETTINGS,
                            null));

    @Test
    void aTurnOfTheOldEpochIsNeverCommitted() {
        Sale sale = room.aSale(1_000, 2);
        Receipt receipt = room.entered(sale, Room.aFan());
        LineTurns.TakeUp.Taking[] taking = new LineTurns.TakeUp.Taking[1];
        Wait.until(
                "it is called",
                Room.SOON,
                () -> {
                    room.admit(sale);
                    return room.lineTurns.takeUp(sale.id(), receipt.fan(), receipt.place())
                                    instanceof LineTurns.TakeUp.Taking begun
                            && (taking[0] = begun) != null;
                });
        redis.connect().sync().flushall();
        room.open();

        room.turnStore.insert(
                UUID.randomUUID(),
                sale.id(),
                receipt.fan(),
                receipt.place(),
                taking[0].epoch(),
                taking[0].at().plus(TakeTurn.COMMIT_WITHIN),
                Room.SETTINGS.tokenFor());

        assertThat(room.turnStore.active(sale.id())).isEmpty();
        assertThat(room.sale(sale.id()).epoch()).isEqualTo(taking[0].epoch() + 1);
    }
}
