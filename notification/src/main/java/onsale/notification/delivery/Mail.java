package onsale.notification.delivery;

import org.jspecify.annotations.Nullable;

/**
 * A mail as it is sent: the same words as plain text and as HTML.
 *
 * @param tickets a PDF; null if none is attached
 */
record Mail(String address, String subject, String text, String html, byte @Nullable [] tickets) {
    @Override
    public String toString() {
        return "Mail"; // personal data and codes must not reach a log
    }
}
