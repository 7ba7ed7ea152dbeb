package onsale.edge.front;

import java.util.List;
import onsale.edge.front.access.Authentication;
import onsale.edge.front.access.Identity;
import onsale.edge.front.access.Permissions;
import onsale.edge.front.access.RequestLimits;
import onsale.edge.front.files.StaticFile;
import onsale.edge.front.files.StaticFiles;
import onsale.edge.front.request.FrontMetrics;
import onsale.edge.front.request.FrontMetrics.AnsweredBy;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.request.Refusal;
import onsale.edge.front.response.ResponseWriter;
import onsale.edge.front.route.PathTable;
import onsale.edge.front.route.Routes.Access;
import onsale.edge.front.stream.EventStreams;
import onsale.platform.front.EventStream;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotRead;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/** Answers GET requests from memory: hot reads, event streams, and files of the web app. */
final class MemoryRequests {

    /** Paths that are never pages of the web app. */
    private static final List<String> NO_PAGES = List.of("/api", "/v3", "/.well-known");

    private final PathTable<HotRead> hotReads;
    private final PathTable<EventStream> eventStreams;
    private final EventStreams streams;
    private final StaticFiles files;
    private final Authentication authentication;
    private final RequestLimits limits;
    private final ResponseWriter responses;
    private final FrontMetrics metrics;

    MemoryRequests(
            List<HotRead> hotReads,
            List<EventStream> eventStreams,
            EventStreams streams,
            StaticFiles files,
            Authentication authentication,
            RequestLimits limits,
            ResponseWriter responses,
            FrontMetrics metrics) {
        this.hotReads = new PathTable<>(hotReads, HotRead::path);
        this.eventStreams = new PathTable<>(eventStreams, EventStream::path);
        this.streams = streams;
        this.files = files;
        this.authentication = authentication;
        this.limits = limits;
        this.responses = responses;
        this.metrics = metrics;
    }

    /** Answers a request, or returns false if Spring MVC must. */
    boolean answers(FrontRequest request) {
        @Nullable HotRead read = hotReads.find(request.path());
        if (read != null && answersRead(request, read)) {
            return true;
        }
        @Nullable EventStream stream = eventStreams.find(request.path());
        if (stream != null && request.method().equals("GET")) {
            return opensStream(request, stream);
        }
        @Nullable StaticFile file = file(request);
        if (file == null) {
            return false;
        }
        if (limits.ofFiles(request)) {
            metrics.count(AnsweredBy.STATIC);
            files.send(request, file, responses);
        }
        return true;
    }

    /** The read comes before the limit, because it may find out who the caller is. */
    private boolean answersRead(FrontRequest request, HotRead read) {
        @Nullable HotAnswer answer = read.answer(request);
        if (!limits.ofMemory(request)) {
            return true;
        }
        if (answer == null) {
            return false;
        }
        responses.hot(request, answer);
        return true;
    }

    private boolean opensStream(FrontRequest request, EventStream stream) {
        if (request.isHttp10()) {
            responses.refuse(request, Refusal.VERSION_NOT_SUPPORTED);
            return true;
        }
        if (request.route().access() != Access.PUBLIC) {
            @Nullable Identity identity = authentication.identify(request, limits);
            if (identity == null) {
                return true;
            }
            if (!(identity instanceof Identity.SignedIn in)
                    || !Permissions.isAllowed(in.user(), request)) {
                return false; // the token is verified by a worker, or the request refused
            }
            request.user(in.user());
        }
        EventStream.@Nullable Outcome outcome = stream.open(request);
        if (!limits.ofMemory(request)) {
            return true;
        }
        switch (outcome) {
            case EventStream.Outcome.Refused refused -> responses.hot(request, refused.answer());
            case EventStream.Outcome.Opened opened -> streams.open(request, opened);
            case null -> {
                return false;
            }
        }
        return true;
    }

    private @Nullable StaticFile file(FrontRequest request) {
        @Nullable StaticFile file = files.find(request.path());
        if (file != null || request.target().isUnderAny(NO_PAGES)) {
            return file;
        }
        @Nullable String accepted = request.headers().get(HttpHeader.ACCEPT);
        return accepted != null && accepted.contains("text/html")
                ? files.page(request.path())
                : null;
    }
}
