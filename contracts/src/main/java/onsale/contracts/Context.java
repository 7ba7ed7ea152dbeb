package onsale.contracts;

/**
 * The contexts as messages know them. They stand in seals and consumer groups: never change one.
 */
public final class Context {

    public static final String USER = "user";
    public static final String CATALOG = "catalog";
    public static final String QUEUE = "queue";
    public static final String RESERVATION = "reservation";
    public static final String PAYMENT = "payment";
    public static final String NOTIFICATION = "notification";
    public static final String OPS = "ops";

    private Context() {}
}
