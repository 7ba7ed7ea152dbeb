package onsale.bench;

/**
 * A command to {@link LoadProcess}: which requests to send, and to which server.
 *
 * @param what the requests, as described there; without spaces
 */
record Ask(String kind, int port, String what, int connections) {

    /** With zero per second, each connection sends as fast as it can, one request at a time. */
    String command(long millis, long perSecond) {
        return "%s %d %s %d %d %d".formatted(kind, port, what, connections, millis, perSecond);
    }
}
