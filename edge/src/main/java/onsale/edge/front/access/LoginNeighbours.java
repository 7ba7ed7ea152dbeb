package onsale.edge.front.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import onsale.edge.front.request.CountedAddress;
import onsale.edge.limit.Limit;
import onsale.edge.limit.LimitDecision;
import onsale.edge.limit.Limiter;
import org.jspecify.annotations.Nullable;

/**
 * Limits failed sign-ins of whole IPv6 networks. One customer may have 256 or even 65,536 networks
 * of the size that limits count as one address (/64). So failed sign-ins are also counted for the
 * /56 and the /48 around an address. Successful sign-ins are not.
 */
final class LoginNeighbours {

    private static final int BYTES_OF_56 = 7;
    private static final int BYTES_OF_48 = 6;

    /** A /48 has several customers, so its limit is higher: one alone does not exhaust it. */
    private static final int WIDER = 4;

    /** A limit of one network, and its key. */
    private record KeyedLimit(String key, Limit limit) {}

    private final Limiter limiter;
    private final Limit of56;
    private final Limit of48;

    LoginNeighbours(Limiter limiter, int failuresPerMinute) {
        this.limiter = limiter;
        this.of56 = Limit.perMinute(failuresPerMinute);
        this.of48 = Limit.perMinute(WIDER * failuresPerMinute);
    }

    /** Returns the decision that refuses a sign-in, or null; counts nothing. */
    @Nullable LimitDecision refusal(InetAddress client) {
        for (KeyedLimit network : networks(client)) {
            LimitDecision decision = limiter.peek(network.key(), network.limit());
            if (!decision.allowed()) {
                return decision;
            }
        }
        return null;
    }

    void failed(InetAddress client) {
        for (KeyedLimit network : networks(client)) {
            limiter.take(network.key(), network.limit());
        }
    }

    private List<KeyedLimit> networks(InetAddress client) {
        return client instanceof Inet6Address six
                ? List.of(network(six, BYTES_OF_56, of56), network(six, BYTES_OF_48, of48))
                : List.of();
    }

    private static KeyedLimit network(Inet6Address client, int bytes, Limit limit) {
        return new KeyedLimit(
                "rate:{ip:" + CountedAddress.network(client, bytes) + ":failed}", limit);
    }
}
