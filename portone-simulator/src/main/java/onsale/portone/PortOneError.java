package onsale.portone;

/** A refusal in the provider's format: an HTTP status and {@code {type, message}}. */
final class PortOneError extends RuntimeException {

    private final int status;
    private final String type;

    PortOneError(int status, String type, String message) {
        super(message, null, false, false); // an expected response, so no stack trace
        this.status = status;
        this.type = type;
    }

    static PortOneError invalid(String message) {
        return new PortOneError(400, "INVALID_REQUEST", message);
    }

    int status() {
        return status;
    }

    String type() {
        return type;
    }

    String message() {
        String message = getMessage();
        return message == null ? type : message;
    }
}
