package onsale.queue;

import static onsale.queue.Front.aUser;
import static onsale.queue.Front.json;
import static onsale.queue.Front.problem;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.queue.line.Fan;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.status.QueueStatusView;
import onsale.queue.status.StatusRead;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests that the front leaves to the controller are counted, and obeyed for their fan alone. */
class QueueControllerTest {

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

    private static Receipt called(Sale sale, CurrentUser user) {
        Receipt receipt = room.entered(sale, Fan.of(user));
        Wait.until("the fan is called", Room.SOON, () -> room.admit(sale) > 0);
        return receipt;
    }

    private static String code(ThrowingCallable request) {
        return problem(request).path("code").asString();
    }

    @Test
    void everyPollWithAReceiptIsCountedWhoeverAnswersIt() {
        Sale sale = room.aSale(1_000, 1);
        CurrentUser user = aUser();
        Receipt called = called(sale, user);
        Receipt waiting = room.entered(sale, Room.aFan());
        room.status(waiting);
        String text = front.text(called);

        // the controller lets a fan take the turn up, and tells what is wrong with a request
        AskedRequest status = AskedRequest.status(sale.id(), text);
        AskedRequest oddSchedule = AskedRequest.status("1-2-3-4-5", text);
        AskedRequest noSchedule = new AskedRequest(Map.of(), Map.of(StatusRead.RECEIPT, text));
        AskedRequest page = AskedRequest.withReceiptInQuery(text);
        assertThat(front.status(status)).isNull();
        assertThat(front.status(oddSchedule)).isNull();
        assertThat(front.status(noSchedule)).isNull();
        assertThat(front.page(page)).isNull();
        AskedRequest otherSchedule = AskedRequest.status(UUID.randomUUID(), text);
        assertThat(json(front.status(otherSchedule)).path("code").asString())
                .isEqualTo("queue.bad_receipt");
        AskedRequest stream = AskedRequest.withReceiptInQuery(text);
        assertThat(front.stream(stream))
                .isEqualTo(
                        "event: status\ndata: {\"state\":\"CALLED\",\"number\":%d,\"pollAfterMillis\":0}\n\n"
                                .formatted(called.place()));
        assertThat(List.of(status, oddSchedule, noSchedule, page, otherSchedule, stream))
                .extracting(AskedRequest::countedAs)
                .containsOnly(user.userId().toString());

        AskedRequest waits = AskedRequest.status(sale.id(), front.text(waiting));
        assertThat(json(front.status(waits)).path("state").asString()).isEqualTo("WAITING");
        assertThat(waits.countedAs()).isEqualTo(waiting.userId().toString());
    }

    @Test
    void aForgedReceiptIsRefusedAndCountedForNobody() {
        Sale sale = room.aSale(1, 0);
        String forged = front.text(room.entered(sale, Room.aFan())) + "x";
        AskedRequest status = AskedRequest.status(sale.id(), forged);
        AskedRequest page = AskedRequest.withReceiptInQuery(forged);

        assertThat(json(front.status(status)))
                .isEqualTo(problem(() -> front.controller().status(sale.id(), forged)));
        assertThat(front.page(page)).isNull();
        assertThat(code(() -> front.controller().page(forged))).isEqualTo("queue.bad_receipt");
        assertThat(code(() -> front.controller().page(null))).isEqualTo("queue.bad_receipt");
        assertThat(status.countedAs() + page.countedAs()).isEmpty();
    }

    @Test
    void aTurnIsExtendedAndGivenUpByItsFanAlone() {
        Sale sale = room.aSale(1_000, 1);
        CurrentUser user = aUser();
        String receipt = front.text(called(sale, user));
        QueueController controller = front.controller();
        String token = Objects.requireNonNull(controller.status(sale.id(), receipt).entryToken());

        assertThat(code(() -> controller.extend(aUser(), token))).isEqualTo("queue.bad_token");
        assertThat(code(() -> controller.extend(user, null))).isEqualTo("queue.bad_token");
        assertThat(code(() -> controller.leave(aUser(), receipt))).isEqualTo("queue.bad_receipt");
        assertThat(controller.extend(user, token).extensionsLeft()).isEqualTo(1);

        controller.leave(user, receipt);

        assertThat(code(() -> controller.extend(user, token))).isEqualTo("queue.turn_over");
        Wait.until(
                "this node knows that the turn is over",
                Room.SOON,
                () ->
                        controller.status(sale.id(), receipt).state()
                                == QueueStatusView.State.EXPIRED);
    }
}
