package onsale.user.search;

/** Hides most of what identifies a person. The number of hidden letters is always the same. */
final class Mask {

    private static final String HIDDEN = "••";

    private Mask() {}

    /** The first letter and the domain. */
    static String email(String email) {
        int at = email.lastIndexOf('@');
        return at < 1 ? HIDDEN : first(email) + HIDDEN + email.substring(at);
    }

    /** The first letter. */
    static String name(String name) {
        return name.isEmpty() ? HIDDEN : first(name) + HIDDEN;
    }

    /** The last four digits, if there are more. */
    static String phone(String phone) {
        return phone.length() < 8 ? HIDDEN : HIDDEN + phone.substring(phone.length() - 4);
    }

    private static String first(String text) {
        return text.substring(0, text.offsetByCodePoints(0, 1));
    }
}
