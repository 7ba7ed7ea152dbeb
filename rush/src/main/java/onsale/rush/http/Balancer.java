package onsale.rush.http;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * A load balancer before several nodes. It is round-robin, leaves a node that does not answer out
 * for a moment, and sends a request that surely reached no node to another one.
 */
public final class Balancer {

    private static final Duration LEFT_OUT = Duration.ofSeconds(2);

    private final Http http;
    private final List<URI> nodes;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicLongArray outUntil;

    public Balancer(Http http, List<URI> nodes) {
        this.http = http;
        this.nodes = List.copyOf(nodes);
        this.outUntil = new AtomicLongArray(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            outUntil.set(i, System.nanoTime());
        }
    }

    public Answer send(
            String method,
            String path,
            Map<String, String> headers,
            @Nullable String body,
            Duration within) {
        Answer answer = Answer.none(false);
        for (int tries = 0; tries < nodes.size() && !answer.sent(); tries++) {
            int node = next();
            answer = http.send(method, nodes.get(node).resolve(path), headers, body, within);
            if (answer.status() == 0) {
                outUntil.set(node, System.nanoTime() + LEFT_OUT.toNanos());
            }
        }
        return answer;
    }

    /** Returns the next node that is not left out; if all are, the next node. */
    private int next() {
        int first = Math.floorMod(turn.getAndIncrement(), nodes.size());
        long now = System.nanoTime();
        for (int i = 0; i < nodes.size(); i++) {
            int node = (first + i) % nodes.size();
            if (now - outUntil.get(node) >= 0) {
                return node;
            }
        }
        return first;
    }
}
