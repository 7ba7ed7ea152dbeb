package onsale.queue.enter;

import java.util.UUID;
import java.util.concurrent.CompletionStage;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotPost;
import onsale.platform.front.HotRequest;
import onsale.platform.problem.PlatformProblems;
import onsale.queue.QueueProblems;
import onsale.queue.line.Fan;
import onsale.queue.sale.Sale;
import onsale.queue.sale.Sales;
import onsale.queue.status.QueueAnswerJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Answers requests to enter at the front, without a thread that waits. Requests that are not plain
 * are left to the controller.
 */
public final class EnterAtFront implements HotPost {

    public static final String PATH = "/api/queue/enter";

    private static final JsonFactory JSON = JsonFactory.builder().build();

    private final Sales sales;
    private final AnswerEntering entering;

    public EnterAtFront(Sales sales, AnswerEntering entering) {
        this.sales = sales;
        this.entering = entering;
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public @Nullable CompletionStage<HotAnswer> answer(
            HotRequest request, CurrentUser user, String body) {
        @Nullable UUID scheduleId = scheduleId(body);
        @Nullable Sale sale = scheduleId == null ? null : sales.known(scheduleId);
        if (sale == null) {
            return null;
        }
        String requestId = request.requestId();
        return entering.run(sale, Fan.of(user))
                .thenApply(answer ->
                        switch (answer) {
                            case EnterAnswer.Told told -> QueueAnswerJson.hot(told.answer());
                            case EnterAnswer.Refused refused ->
                                    QueueProblems.hot(refused.problem(), requestId);
                        })
                .exceptionally(
                        failure -> QueueProblems.hot(PlatformProblems.unavailable(), requestId));
    }

    /**
     * The id in a body that is exactly one object with exactly this field. Null for every other
     * body, which is left to the controller.
     */
    static @Nullable UUID scheduleId(String body) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body)) {
            if (json.nextToken() != JsonToken.START_OBJECT
                    || json.nextToken() != JsonToken.PROPERTY_NAME
                    || !json.currentName().equals("scheduleId")
                    || json.nextToken() != JsonToken.VALUE_STRING) {
                return null;
            }
            String text = json.getString();
            // A second field of any name, even the same one, would be here.
            return json.nextToken() == JsonToken.END_OBJECT && json.nextToken() == null
                    ? Ids.read(text)
                    : null;
        } catch (JacksonException e) {
            return null;
        }
    }
}
