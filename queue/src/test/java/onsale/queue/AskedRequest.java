package onsale.queue;

import java.util.Map;
import onsale.platform.front.HotRequest;
import onsale.queue.status.StatusRead;
import org.jspecify.annotations.Nullable;

/** A request as the front hands it over. It notes the user for whom it is counted. */
final class AskedRequest implements HotRequest {

    static final String REQUEST_ID = "request-1";

    private final Map<String, String> query;
    private final Map<String, String> headers;
    private String countedAs = "";

    AskedRequest(Map<String, String> query, Map<String, String> headers) {
        this.query = query;
        this.headers = headers;
    }

    static AskedRequest status(Object scheduleId, String receipt) {
        return new AskedRequest(
                Map.of("scheduleId", scheduleId.toString()), Map.of(StatusRead.RECEIPT, receipt));
    }

    static AskedRequest withReceiptInQuery(String receipt) {
        return new AskedRequest(Map.of("receipt", receipt), Map.of());
    }

    /** Empty if the request was counted for nobody. */
    String countedAs() {
        return countedAs;
    }

    @Override
    public String path() {
        return "/";
    }

    @Override
    public String lastSegment() {
        return "";
    }

    @Override
    public @Nullable String query(String name) {
        return query.get(name);
    }

    @Override
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    @Override
    public String clientAddress() {
        return "192.0.2.1";
    }

    @Override
    public void countAs(String caller) {
        countedAs = caller;
    }

    @Override
    public String requestId() {
        return REQUEST_ID;
    }
}
