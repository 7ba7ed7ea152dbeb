package onsale.rush;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the balancer before several nodes: requests in turn, a node that refuses or keeps
 * silent is left out for a moment, and what surely reached nobody goes to another one.
 */
final class Balancer {

    private static final Duration LEFT_OUT = Duration.ofSeconds(2);

    private final Http http;
    private final List<URI> nodes;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicLongArray outUntil;

    Balancer(Http http, List<URI> nodes) {
        this.http = http;
        this.nodes = List.copyOf(nodes);
        this.outUntil = new AtomicLongArray(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            outUntil.set(i, System.nanoTime());
        }
    }

    Answer send(
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

    /** The next one in turn that is not left out; if all are, the next one. */
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
