package onsale.queue;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.front.EventStream.Outcome.Opened;
import onsale.platform.front.HotAnswer;
import onsale.platform.problem.ProblemException;
import onsale.queue.enter.EnterAtFront;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.status.LineStream;
import onsale.queue.status.QueueStatusView;
import onsale.queue.status.StatusRead;
import onsale.queue.status.WaitingPage;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The requests to a node, as the front answers them and as the controller does. */
record Front(Room room) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static CurrentUser aUser() {
        return new CurrentUser(
                UUID.randomUUID(), "person-" + UUID.randomUUID(), Set.of(CurrentUser.USER));
    }

    String text(Receipt receipt) {
        return receipt.issue(room.passes, Instant.now().plusSeconds(3_600));
    }

    QueueController controller() {
        return new QueueController(
                room.sales,
                room.answerEntering,
                room.answerStatus,
                room.extendTurn,
                room.leaveQueue,
                room.passes);
    }

    /** Null if it is left to the controller, as from {@link #page}. */
    @Nullable HotAnswer status(AskedRequest asked) {
        return new StatusRead(room.answerStatus, room.passes).answer(asked);
    }

    @Nullable HotAnswer page(AskedRequest asked) {
        return new WaitingPage(room.answerStatus, room.passes).answer(asked);
    }

    /** The first event of a stream. */
    String stream(AskedRequest asked) {
        LineStream stream = new LineStream(room.answerStatus, room.lines, room.passes);
        return new String(((Opened) stream.open(asked)).first().encoded(), StandardCharsets.UTF_8);
    }

    JsonNode enter(Sale sale, CurrentUser user) {
        var answer =
                new EnterAtFront(room.sales, room.answerEntering)
                        .answer(
                                new AskedRequest(Map.of(), Map.of()),
                                user,
                                "{\"scheduleId\":\"" + sale.id() + "\"}");
        return json(Objects.requireNonNull(answer).toCompletableFuture().join());
    }

    JsonNode enterByController(Sale sale, CurrentUser user) {
        return json(controller().enter(user, new QueueController.EnterRequest(sale.id())));
    }

    static JsonNode json(@Nullable HotAnswer answer) {
        return JSON.readTree(Objects.requireNonNull(answer, "left to the controller").body());
    }

    static JsonNode json(QueueStatusView view) {
        return JSON.readTree(JSON.writeValueAsBytes(view));
    }

    /** The problem with which the controller refuses a request, as it is sent. */
    static JsonNode problem(ThrowingCallable request) {
        ProblemException thrown = catchThrowableOfType(ProblemException.class, request);
        return JSON.readTree(thrown.problem().json(AskedRequest.REQUEST_ID));
    }
}
