package onsale.platform.portone;

import tools.jackson.databind.JsonNode;

/**
 * What PortOne answered to one request.
 *
 * @param body the parsed body; a missing node if the body is not a JSON object
 */
public record PortOneResponse(int status, JsonNode body) {

    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;

    public boolean isOk() {
        return status == OK;
    }

    /** The body as an object. A response without one answers nothing. */
    public JsonNode object() throws NoAnswer {
        if (!body.isObject()) {
            throw new NoAnswer("status " + status + " without a JSON object");
        }
        return body;
    }

    /** The name of the problem that a refusal gives; empty if there is none. */
    public String type() {
        return body.path("type").asString("");
    }

    /**
     * Whether PortOne itself failed. A refusal of the payment gateway behind PortOne also has a
     * status of 5xx, but it is an answer.
     */
    boolean isFailure() {
        return status >= SERVER_ERROR && !type().equals("PG_PROVIDER");
    }
}
