package onsale.platform;

/**
 * Recognises outages by the exceptions of one client library. Implementations are found by {@link
 * java.util.ServiceLoader}, so that {@link Outages} knows the clients that are on the class path
 * and depends on none of them.
 */
public interface OutageRule {

    /** Whether this exception, regardless of its causes, reports an outage. */
    boolean isOutage(Throwable thrown);
}
