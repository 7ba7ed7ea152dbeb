package onsale.rush;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * What came back.
 *
 * @param status 0 if nothing did
 * @param sent whether the request may have reached anybody
 */
record Answer(int status, byte[] body, Duration retryAfter, boolean sent) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static Answer none(boolean sent) {
        return new Answer(0, new byte[0], Duration.ZERO, sent);
    }

    boolean isGood() {
        return status >= 200 && status < 300;
    }

    /** Nobody knows, or not now: the same request may be sent again. */
    boolean isTrouble() {
        return status == 0 || status >= 500 || status == 429;
    }

    JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    String text(String field) {
        return json().path(field).asString("");
    }

    @Override
    public String toString() {
        return status + " " + new String(body, StandardCharsets.UTF_8);
    }
}
