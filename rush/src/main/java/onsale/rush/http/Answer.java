package onsale.rush.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * The response to a request.
 *
 * @param status 0 if there was no response
 * @param sent whether the request may have reached a server
 */
public record Answer(int status, byte[] body, Duration retryAfter, boolean sent) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public static Answer none(boolean sent) {
        return new Answer(0, new byte[0], Duration.ZERO, sent);
    }

    public boolean isGood() {
        return status >= 200 && status < 300;
    }

    /** Whether the outcome is unknown or temporary, so that the request may be sent again. */
    public boolean isTrouble() {
        return status == 0 || status >= 500 || status == 429;
    }

    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    public String text(String field) {
        return json().path(field).asString("");
    }

    @Override
    public String toString() {
        return status + " " + new String(body, StandardCharsets.UTF_8);
    }
}
