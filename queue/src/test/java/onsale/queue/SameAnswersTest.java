package onsale.queue;

import static onsale.queue.Front.aUser;
import static onsale.queue.Front.json;
import static onsale.queue.Front.problem;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.queue.QueueController.EnterRequest;
import onsale.queue.line.Fan;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore.Change;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A fan gets the same answer in whichever way they ask. */
class SameAnswersTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static Room room;

    @SuppressWarnings("NullAway.Init")
    private static Front front;

    @BeforeAll
    static void start() {
        room = stores.closing(new Room(stores));
        front = new Front(room);
    }

    /** A node that reads Redis only when it is told to. */
    private static Room aNodeThatLags() {
        QueueSettings settings = Room.SETTINGS;
        return stores.closing(
                new Room(
                        stores,
                        new QueueSettings(
                                settings.admitEvery(),
                                Duration.ofMinutes(1),
                                settings.expireEvery(),
                                settings.lineCheckEvery(),
                                settings.mendEvery(),
                                settings.tokenFor(),
                                settings.claimWithin(),
                                settings.silentAfter(),
                                settings.returnWithin(),
                                settings.cleanAfter())));
    }

    @Test
    void whoWasCalledAndEntersAgainOnANodeThatLagsGetsTheTurnAndTheReceipt() {
        Sale sale = room.aSale(1_000, 10);
        CurrentUser user = aUser();
        Receipt receipt = room.entered(sale, Fan.of(user));
        Room lagging = aNodeThatLags();
        lagging.sales.readNow();
        lagging.lines.find(sale.id());
        Wait.until("the fan is called", Room.SOON, () -> room.admit(sale) > 0);
        assertThat(lagging.fromMemory(receipt).orElseThrow()).contains("WAITING");

        JsonNode answer = new Front(lagging).enter(sale, user);

        assertThat(answer.path("state").asString()).isEqualTo("ADMITTED");
        assertThat(Receipt.read(room.passes, answer.path("receipt").asString())).isEqualTo(receipt);
        assertThat(new Front(lagging).enterByController(sale, user)).isEqualTo(answer);
    }

    @Test
    void theFrontAndTheControllerTellTheSameStatus() {
        Sale sale = room.aSale(1, 0);
        Receipt waiting = room.entered(sale, Room.aFan());
        Receipt left = room.entered(sale, Room.aFan());
        room.entered(sale, Room.aFan());
        room.leaveQueue.run(left);
        room.status(waiting);

        assertThat(sameStatus(waiting)).isEqualTo("WAITING");
        assertThat(sameStatus(left)).isEqualTo("EXPIRED");
        room.change(sale, new Change(null, null, null, true, null));
        room.status(waiting);
        assertThat(sameStatus(waiting)).isEqualTo("WAITING");
        room.publish(sale.id(), 2, Instant.now().minusSeconds(60), Instant.now().minusSeconds(1));
        room.open();
        assertThat(sameStatus(waiting)).isEqualTo("CLOSED");
    }

    private static String sameStatus(Receipt receipt) {
        UUID scheduleId = receipt.scheduleId();
        String text = front.text(receipt);
        JsonNode atTheFront = json(front.status(AskedRequest.status(scheduleId, text)));
        var page = Objects.requireNonNull(front.page(AskedRequest.withReceiptInQuery(text)));

        assertThat(json(front.controller().status(scheduleId, text))).isEqualTo(atTheFront);
        assertThat(front.controller().page(text).getBody())
                .isEqualTo(new String(page.body(), StandardCharsets.UTF_8));
        assertThat(front.stream(AskedRequest.withReceiptInQuery(text)))
                .isEqualTo("event: status\ndata: " + room.now(receipt) + "\n\n");
        return atTheFront.path("state").asString();
    }

    @Test
    void theFrontAndTheControllerTellTheSameToThoseWhoEnter() {
        Sale sale = room.aSale(1, 0);
        Sale draining = room.aSale(1, 0);
        room.change(draining, new Change(null, null, null, null, true));
        Sale full = room.aSale(1, 0);
        room.change(full, new Change(null, null, 1, null, null));
        room.entered(full, Room.aFan());
        CurrentUser user = aUser();
        room.lines.find(sale.id());
        front.enter(sale, user);
        room.lines.tick(); // from now on the figures stand still

        assertThat(sameEntering(sale, user)).isEqualTo("WAITING");
        assertThat(sameEntering(draining, aUser())).isEqualTo("CLOSED");
        assertThat(sameRefusal(draining, user)).isEqualTo("queue.elsewhere");
        assertThat(sameRefusal(full, aUser())).isEqualTo("queue.full");
    }

    private static String sameEntering(Sale sale, CurrentUser user) {
        JsonNode atTheFront = front.enter(sale, user);

        assertThat(front.enterByController(sale, user)).isEqualTo(atTheFront);
        return atTheFront.path("state").asString();
    }

    private static String sameRefusal(Sale sale, CurrentUser user) {
        JsonNode atTheFront = front.enter(sale, user);

        assertThat(problem(() -> front.enterByController(sale, user))).isEqualTo(atTheFront);
        return atTheFront.path("code").asString();
    }

    @Test
    void beforeTheOpeningThereIsALobbyAndForNoSaleNothing() {
        Sale soon = room.aSale(1, 0, Instant.now().plusSeconds(600));

        JsonNode lobby = front.enter(soon, aUser());

        assertThat(lobby.path("state").asString()).isEqualTo("LOBBY");
        assertThat(lobby.path("opensAt").asString()).isEqualTo(soon.opensAt().toString());
        assertThat(lobby.path("etaSeconds").asLong()).isBetween(500L, 600L);
        EnterRequest unknown = new EnterRequest(UUID.randomUUID());
        assertThat(problem(() -> front.controller().enter(aUser(), unknown)).path("code"))
                .hasToString("\"platform.not_found\"");
    }
}
