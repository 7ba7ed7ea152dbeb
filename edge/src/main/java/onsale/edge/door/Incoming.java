package onsale.edge.door;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.net.HostAndPort;
import java.time.Duration;
import java.util.Objects;
import onsale.edge.ClientAddress;
import onsale.edge.RequestId;
import onsale.edge.limit.Verdict;
import onsale.platform.door.HotRequest;
import org.jspecify.annotations.Nullable;

/** One request on its way through the door. */
final class Incoming implements HotRequest {

    private static final String REQUEST_ID = RequestId.HEADER.toLowerCase(java.util.Locale.ROOT);

    private static final CharSequence FORWARDED_FOR =
            HttpHeaders.createOptimized("x-forwarded-for");

    private final HttpServerRequest request;
    private final Target target;
    private final String id;
    private final TrustedProxies proxies;
    private @Nullable String client;
    private @Nullable String caller;
    private @Nullable Verdict verdict;

    Incoming(HttpServerRequest request, Target target, TrustedProxies proxies) {
        this.request = request;
        this.target = target;
        this.proxies = proxies;
        this.id = requestId(request);
    }

    static String requestId(HttpServerRequest request) {
        return RequestId.of(request.getHeader(REQUEST_ID));
    }

    HttpServerRequest request() {
        return request;
    }

    Target target() {
        return target;
    }

    boolean isRead() {
        return request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    }

    /** Whether bytes of a body may still be on their way. */
    static boolean hasBody(HttpServerRequest request) {
        if (request.isEnded()) {
            return false;
        }
        @Nullable String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null) {
            return !length.equals("0");
        }
        if (request.version() == HttpVersion.HTTP_2) {
            HttpMethod method = request.method();
            return !method.equals(HttpMethod.GET)
                    && !method.equals(HttpMethod.HEAD)
                    && !method.equals(HttpMethod.OPTIONS)
                    && !method.equals(HttpMethod.DELETE);
        }
        return request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    /** Its whole body, unless that takes too long or the client leaves. */
    Future<Buffer> body(Vertx vertx, Duration within, Runnable tooSlow) {
        long timer = vertx.setTimer(within.toMillis(), _ -> tooSlow.run());
        return request.body()
                .compose(
                        body ->
                                vertx.cancelTimer(timer)
                                        ? Future.succeededFuture(body)
                                        : Future.failedFuture("too slow"),
                        gone -> {
                            vertx.cancelTimer(timer);
                            return Future.failedFuture(gone);
                        });
    }

    /** Empty if HTTP/2 names none; HTTP/1.0 may leave it out. */
    static String host(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2) {
            @Nullable HostAndPort authority = request.authority();
            return authority == null ? "" : authority.toString();
        }
        return Objects.requireNonNullElse(request.getHeader(HttpHeaders.HOST), "localhost");
    }

    static Guard guard(HttpServerRequest request) {
        return Guard.of(((HttpServerConnection) request.connection()).channelHandlerContext());
    }

    String peer() {
        return request.remoteAddress().hostAddress();
    }

    boolean peerIsTrusted() {
        return proxies.trusts(peer());
    }

    /** Whether the browser's connection is encrypted, as far as somebody we trust says so. */
    boolean isHttps() {
        return "https".equals(request.getHeader("x-forwarded-proto")) && peerIsTrusted();
    }

    @Override
    public String path() {
        return target.path();
    }

    @Override
    public String lastSegment() {
        return target.path().substring(target.path().lastIndexOf('/') + 1);
    }

    @Override
    public @Nullable String query(String name) {
        @Nullable String query = target.query();
        if (query == null) {
            return null;
        }
        for (int start = 0; start < query.length(); ) {
            int end = query.indexOf('&', start);
            end = end < 0 ? query.length() : end;
            int equals = start + name.length();
            if (query.startsWith(name, start)
                    && (equals == end || (equals < end && query.charAt(equals) == '='))) {
                return equals == end
                        ? ""
                        : QueryStringDecoder.decodeComponent(query.substring(equals + 1, end));
            }
            start = end + 1;
        }
        return null;
    }

    @Override
    public @Nullable String header(String name) {
        return request.getHeader(name);
    }

    @Override
    public String clientAddress() {
        @Nullable String known = client;
        if (known == null) {
            known =
                    isForwarded()
                            ? proxies.client(
                                    peer(),
                                    String.join(",", request.headers().getAll(FORWARDED_FOR)))
                            : peer();
            client = known;
        }
        return known;
    }

    /** In the form under which limits count it. */
    String countedAddress() {
        return isForwarded()
                ? ClientAddress.counted(clientAddress())
                : guard(request).countedPeer(request.remoteAddress());
    }

    private boolean isForwarded() {
        return request.headers().contains(FORWARDED_FOR);
    }

    @Override
    public void countAs(String caller) {
        this.caller = caller;
    }

    /** Null if nobody has said. */
    @Nullable String caller() {
        return caller;
    }

    /** One more limit has spoken; true if the call may go on. */
    boolean passes(Verdict another) {
        verdict = verdict == null ? another : verdict.tighter(another);
        return another.allowed();
    }

    /** Null where no limit applies. */
    @Nullable Verdict verdict() {
        return verdict;
    }

    @Override
    public String requestId() {
        return id;
    }
}
