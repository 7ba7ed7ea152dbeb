package onsale.edge.door;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import onsale.edge.limit.HotLimits;
import onsale.edge.limit.Verdict;
import onsale.platform.access.CurrentUser;
import onsale.platform.door.EventStream;
import onsale.platform.door.HotAnswer;
import onsale.platform.door.HotCall;
import onsale.platform.door.HotRead;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The door on one event loop: decides who answers a request. Nothing here blocks. */
final class DoorLoop extends VerticleBase {

    /** What the door hands to all of its loops. */
    record Shared(
            DoorSettings settings,
            int port,
            int upstreamPort,
            StaticFiles files,
            Paths<HotRead> hotReads,
            Paths<EventStream> eventStreams,
            Paths<HotCall> hotCalls,
            Function<String, @Nullable CurrentUser> knownUsers,
            Set<String> corsOrigins,
            StreamHub hub,
            TrustedProxies proxies,
            HotLimits limits,
            DoorMetrics metrics) {}

    private static final Logger log = LoggerFactory.getLogger(DoorLoop.class);

    /** Never shown to the outside, whatever the ordinary server would say. */
    private static final List<String> INSIDE = List.of("/internal", "/actuator");

    /** Not pages of the web app. */
    private static final List<String> NO_PAGES = List.of("/api", "/v3", "/.well-known");

    /** What is counted together for one address. */
    private static final String HOT = "hot";

    private static final String FILES = "files";

    private static final int UNACKNOWLEDGED_MILLIS_MAX = 60_000;
    private static final int HTTP2_STREAMS_MAX = 100;

    /** Of the body of a call that the door answers. */
    private static final int CALL_BYTES_MAX = 1_024;

    private static final String BEARER = "Bearer ";

    private final Shared shared;
    private @Nullable Lane lane;

    DoorLoop(Shared shared) {
        this.shared = shared;
    }

    /** What one loop has of its own. */
    private record Lane(HttpServer server, Answers answers, Proxy proxy, Streams streams) {}

    @Override
    public Future<?> start() {
        DoorSettings settings = shared.settings();
        Answers answers = new Answers(vertx, shared.corsOrigins());
        Streams streams = new Streams(vertx, settings, answers, shared.metrics());
        shared.hub().add(streams);
        Lane opened =
                new Lane(
                        vertx.createHttpServer(options(settings)),
                        answers,
                        new Proxy(
                                vertx, settings, shared.upstreamPort(), answers, shared.metrics()),
                        streams);
        lane = opened;
        return opened.server()
                .requestHandler(request -> serve(opened, request))
                .invalidRequestHandler(request -> refuseInvalid(opened, request))
                .connectionHandler(connection -> connection.exceptionHandler(DoorLoop::failed))
                .exceptionHandler(DoorLoop::failed)
                .listen(shared.port(), settings.host());
    }

    private static HttpServerOptions options(DoorSettings settings) {
        return new HttpServerOptions()
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setIdleTimeout(Math.toIntExact(settings.idleTimeout().toMillis()))
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setTcpUserTimeout(UNACKNOWLEDGED_MILLIS_MAX)
                .setMaxInitialLineLength(settings.requestLineBytesMax())
                .setMaxHeaderSize(settings.headerBytesMax())
                .setInitialSettings(
                        new Http2Settings()
                                .setMaxConcurrentStreams(HTTP2_STREAMS_MAX)
                                .setMaxHeaderListSize(settings.headerBytesMax()));
    }

    /** Stops accepting, lets requests finish; returns at the latest after the given time. */
    Future<Void> shutdown(long millis) {
        return lane == null
                ? Future.succeededFuture()
                : lane.server().shutdown(millis, TimeUnit.MILLISECONDS);
    }

    /** Anyone can make a connection fail: no line in the log for it. */
    private static void failed(Throwable cause) {
        log.debug("A connection failed", cause);
    }

    private void serve(Lane lane, HttpServerRequest request) {
        try {
            @Nullable Target target = Target.parse(originForm(request));
            @Nullable Refusal refusal = judge(request, target);
            if (refusal != null || target == null) {
                refuse(lane, request, refusal == null ? Refusal.BAD_TARGET : refusal);
            } else {
                route(lane, new Incoming(request, target, shared.proxies()));
            }
        } catch (RuntimeException e) {
            String id = Incoming.requestId(request);
            log.error("The door failed on request {}", id, e);
            if (request.response().headWritten()) {
                request.response().reset();
            } else {
                lane.answers().problem(request, id, Refusal.INTERNAL);
            }
        }
    }

    /** A full address is allowed if it names the host of the request. */
    private static String originForm(HttpServerRequest request) {
        String uri = request.uri();
        if (uri.startsWith("http://")) {
            String host = uri.substring(0, Math.max(7, uri.indexOf('/', 7))).substring(7);
            @Nullable String named = request.getHeader(HttpHeaders.HOST);
            return host.equalsIgnoreCase(named) ? uri.substring(7 + host.length()) : uri;
        }
        return uri;
    }

    private @Nullable Refusal judge(HttpServerRequest request, @Nullable Target target) {
        if (!Answers.METHODS.contains(request.method())) {
            return Refusal.METHOD_NOT_ALLOWED;
        }
        if (target == null) {
            return Refusal.BAD_TARGET;
        }
        if (request.version() == HttpVersion.HTTP_2 && !Hosts.valid(Incoming.host(request))) {
            return Refusal.BAD_HOST;
        }
        @Nullable String expected = request.getHeader(HttpHeaders.EXPECT);
        if (expected != null && !expected.equalsIgnoreCase("100-continue")) {
            return Refusal.EXPECTATION_FAILED;
        }
        @Nullable String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null && Long.parseLong(length) > shared.settings().bodyBytesMax()) {
            return Refusal.BODY_TOO_LARGE;
        }
        return target.isUnderAny(INSIDE) ? Refusal.NOT_FOUND : null;
    }

    private void route(Lane lane, Incoming incoming) {
        if (incoming.isRead()) {
            @Nullable HotRead read = shared.hotReads().at(incoming.path());
            if (read != null) {
                answer(lane, incoming, read);
                return;
            }
            @Nullable EventStream stream = shared.eventStreams().at(incoming.path());
            if (stream != null && incoming.request().method().equals(HttpMethod.GET)) {
                open(lane, incoming, stream);
                return;
            }
            @Nullable StaticFile file = file(incoming);
            if (file != null) {
                send(lane, incoming, file);
                return;
            }
        }
        @Nullable HotCall call =
                incoming.request().method().equals(HttpMethod.POST)
                        ? shared.hotCalls().at(incoming.path())
                        : null;
        if (call != null && isPlain(incoming.request())) {
            call(lane, incoming, call);
        } else {
            lane.proxy().pass(incoming);
        }
    }

    /** A small JSON body that comes by itself, and an answer in JSON is welcome. */
    private static boolean isPlain(HttpServerRequest request) {
        @Nullable String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        @Nullable String accepted = request.getHeader(HttpHeaders.ACCEPT);
        return length != null
                && Long.parseLong(length) <= CALL_BYTES_MAX
                && "application/json".equals(request.getHeader(HttpHeaders.CONTENT_TYPE))
                && (accepted == null
                        || accepted.equals("*/*")
                        || accepted.equals("application/json"))
                && !request.headers().contains(HttpHeaders.EXPECT)
                && !request.headers().contains(HttpHeaders.CONTENT_ENCODING)
                && isOwnPage(request);
    }

    /** Pages of other sites are judged by CorsFilter. */
    private static boolean isOwnPage(HttpServerRequest request) {
        @Nullable String origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin == null || origin.endsWith("://" + Incoming.host(request));
    }

    private void call(Lane lane, Incoming incoming, HotCall call) {
        List<String> given = incoming.request().headers().getAll(HttpHeaders.AUTHORIZATION);
        @Nullable CurrentUser user =
                given.size() == 1 && given.getFirst().startsWith(BEARER)
                        ? shared.knownUsers().apply(given.getFirst().substring(BEARER.length()))
                        : null;
        if (user == null || !(user.has(CurrentUser.USER) || user.has(CurrentUser.ADMIN))) {
            lane.proxy().pass(incoming);
            return;
        }
        if (!isAddressWithin(lane, incoming, HOT)) {
            return;
        }
        incoming.countAs(user.userId().toString());
        if (!isCallerWithin(lane, incoming, call.path())) {
            return;
        }
        incoming.body(
                        vertx,
                        shared.settings().bodyTimeout(),
                        () -> refuse(lane, incoming.request(), Refusal.TOO_SLOW))
                .onSuccess(body -> callWith(lane, incoming, call, user, body));
    }

    private void callWith(
            Lane lane, Incoming incoming, HotCall call, CurrentUser user, Buffer body) {
        @Nullable CompletionStage<HotAnswer> answer =
                call.answer(incoming, user, body.toString(StandardCharsets.UTF_8));
        if (answer == null) {
            lane.proxy().pass(incoming, body);
            return;
        }
        shared.metrics().hot();
        Context loop = vertx.getOrCreateContext();
        answer.whenComplete((done, failure) ->
                loop.runOnContext(_ -> {
                    if (incoming.request().response().closed()) {
                        return;
                    }
                    if (failure != null) {
                        log.error("{} failed", call.path(), failure);
                        refuse(lane, incoming.request(), Refusal.INTERNAL);
                    } else {
                        lane.answers().hot(incoming, done);
                    }
                }));
    }

    private void answer(Lane lane, Incoming incoming, HotRead read) {
        if (!isAddressWithin(lane, incoming, HOT)) {
            return;
        }
        @Nullable HotAnswer answer = read.answer(incoming);
        if (answer == null) {
            lane.proxy().pass(incoming);
        } else if (isCallerWithin(lane, incoming, read.path())) {
            shared.metrics().hot();
            lane.answers().hot(incoming, answer);
        }
    }

    private void send(Lane lane, Incoming incoming, StaticFile file) {
        if (isAddressWithin(lane, incoming, FILES)) {
            shared.metrics().file();
            shared.files().send(incoming, file, lane.answers());
        }
    }

    /** Else the client has been told. */
    private boolean isAddressWithin(Lane lane, Incoming incoming, String kind) {
        return isWithin(lane, incoming, shared.limits().ofAddress(kind, incoming.countedAddress()));
    }

    private boolean isCallerWithin(Lane lane, Incoming incoming, String path) {
        @Nullable String caller = incoming.caller();
        return caller == null || isWithin(lane, incoming, shared.limits().ofCaller(path, caller));
    }

    private boolean isWithin(Lane lane, Incoming incoming, Verdict verdict) {
        if (incoming.passes(verdict)) {
            return true;
        }
        shared.metrics().refused();
        lane.answers().tooMany(incoming, verdict);
        return false;
    }

    private void open(Lane lane, Incoming incoming, EventStream stream) {
        if (incoming.request().version() == HttpVersion.HTTP_1_0) {
            refuse(lane, incoming.request(), Refusal.VERSION_NOT_SUPPORTED);
            return;
        }
        if (!isAddressWithin(lane, incoming, HOT)) {
            return;
        }
        EventStream.Outcome outcome = stream.open(incoming);
        if (!isCallerWithin(lane, incoming, stream.path())) {
            return;
        }
        switch (outcome) {
            case EventStream.Outcome.Refused refused ->
                    lane.answers().hot(incoming, refused.answer());
            case EventStream.Outcome.Opened opened -> {
                shared.hub().follow(opened.topic());
                lane.streams().open(incoming, opened);
            }
        }
    }

    private @Nullable StaticFile file(Incoming incoming) {
        @Nullable StaticFile file = shared.files().at(incoming.path());
        if (file != null || incoming.target().isUnderAny(NO_PAGES)) {
            return file;
        }
        @Nullable String accepted = incoming.header("accept");
        return accepted != null && accepted.contains("text/html") ? shared.files().index() : null;
    }

    private void refuseInvalid(Lane lane, HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        Incoming.guard(request).lingerOnClose();
        request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        refuse(
                lane,
                request,
                switch (cause) {
                    case DoorDecoder.Refused refused -> refused.refusal();
                    case TooLongHttpLineException _ -> Refusal.TARGET_TOO_LONG;
                    case TooLongHttpHeaderException _ -> Refusal.HEADERS_TOO_LARGE;
                    default -> Refusal.BAD_REQUEST;
                });
    }

    private void refuse(Lane lane, HttpServerRequest request, Refusal refusal) {
        shared.metrics().refused();
        lane.answers().problem(request, Incoming.requestId(request), refusal);
    }
}
