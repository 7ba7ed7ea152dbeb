package onsale.portone;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** The response to a request; or, for a fault, none at all. */
sealed interface Answer {

    String JSON = "application/json; charset=utf-8";

    record Content(int status, String type, Map<String, String> headers, byte[] body)
            implements Answer {}

    /** A response that is too long to be held in memory as a whole. */
    record Streamed(Writer writer) implements Answer {}

    /** Writes JSON. */
    interface Writer {
        void to(OutputStream out) throws IOException;
    }

    /** The connection ends without an answer. */
    record Cut() implements Answer {}

    static Answer json(int status, Json body) {
        return json(status, body.bytes());
    }

    static Answer json(int status, byte[] body) {
        return new Content(status, JSON, Map.of(), body);
    }

    static Answer error(PortOneError error) {
        return json(
                error.status(),
                Json.object().with("type", error.type()).with("message", error.message()));
    }

    static Answer page(int status, String html) {
        return new Content(
                status,
                "text/html; charset=utf-8",
                Map.of(
                        "Content-Security-Policy",
                        Page.POLICY,
                        "Referrer-Policy",
                        "no-referrer",
                        "Cache-Control",
                        "no-store"),
                Json.utf8(html));
    }

    static Answer redirect(String url) {
        return new Content(303, "text/plain; charset=utf-8", Map.of("Location", url), new byte[0]);
    }
}
