package onsale.platform.messaging;

/**
 * A message to be recorded.
 *
 * @param topic without the installation's prefix
 * @param key the aggregate whose order matters; its row must be locked when this is recorded
 * @param body a record of {@code contracts}; its simple name is the message's type
 */
public record Outgoing(String topic, String key, Object body) {

    static final int KEY_CHARS_MAX = 100;

    public Outgoing {
        if (key.isEmpty() || key.length() > KEY_CHARS_MAX) {
            throw new IllegalArgumentException("a key has 1 to 100 characters: " + key);
        }
    }

    String type() {
        return body.getClass().getSimpleName();
    }
}
