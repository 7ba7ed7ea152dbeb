package onsale.platform.messaging;

/**
 * A message to be recorded.
 *
 * @param topic without the prefix of the deployment
 * @param key the aggregate whose messages stay in order; its row must be locked when this is
 *     recorded
 * @param body a record with a {@link MessageContract}; its simple name is the message's type
 */
public record Outgoing(String topic, String key, Object body) {

    static final int KEY_CHARS_MAX = 100;

    public Outgoing {
        if (key.isEmpty() || key.length() > KEY_CHARS_MAX) {
            throw new IllegalArgumentException("a key has 1 to 100 characters: " + key);
        }
    }
}
