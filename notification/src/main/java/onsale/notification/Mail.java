package onsale.notification;

/** A mail as it is sent: the same words as plain text and as HTML. */
record Mail(String address, String subject, String text, String html) {
    @Override
    public String toString() {
        return "Mail"; // personal data and codes must not reach a log
    }
}
