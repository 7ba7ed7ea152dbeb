package onsale.edge.front;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import onsale.edge.front.access.Identity;
import onsale.edge.front.access.Permissions;
import onsale.edge.front.access.RequestLimits;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.request.Refusal;
import onsale.edge.front.response.ResponseWriter;
import onsale.edge.front.route.PathTable;
import onsale.edge.front.work.BodyReader;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotPost;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers POST requests at the path of a {@link HotPost}, without a thread of their own. */
final class HotPostRequests {

    private static final Logger LOG = LoggerFactory.getLogger(HotPostRequests.class);
    private static final int BODY_BYTES_MAX = 1_024;

    private final PathTable<HotPost> hotPosts;
    private final RequestLimits limits;
    private final BodyReader bodies;
    private final ResponseWriter responses;
    private final OrdinaryRequests ordinary;

    HotPostRequests(
            List<HotPost> hotPosts,
            RequestLimits limits,
            BodyReader bodies,
            ResponseWriter responses,
            OrdinaryRequests ordinary) {
        this.hotPosts = new PathTable<>(hotPosts, HotPost::path);
        this.limits = limits;
        this.bodies = bodies;
        this.responses = responses;
        this.ordinary = ordinary;
    }

    /** Answers a request, or returns false if it is none for a hot post. */
    boolean answers(FrontRequest request, Identity identity) {
        @Nullable HotPost hot =
                request.method().equals("POST") ? hotPosts.find(request.path()) : null;
        if (hot == null
                || !isPlain(request)
                || !(identity instanceof Identity.SignedIn in)
                || !Permissions.isAllowed(in.user(), request)) {
            return false;
        }
        if (limits.ofCaller(request, in.user().userId().toString())) {
            bodies.read(
                    request,
                    BODY_BYTES_MAX,
                    body -> responses.guard(request, () -> answer(request, hot, in, body)));
        }
        return true;
    }

    /** Whether it has a small JSON body, without asking for a 100, and accepts JSON. */
    private static boolean isPlain(FrontRequest request) {
        long length = request.jetty().getLength();
        @Nullable String type = request.headers().get(HttpHeader.CONTENT_TYPE);
        @Nullable String accepted = request.headers().get(HttpHeader.ACCEPT);
        return length > 0
                && length <= BODY_BYTES_MAX
                && !request.headers().contains(HttpHeader.EXPECT)
                && type != null
                && (type.equals("application/json") || type.startsWith("application/json;"))
                && (accepted == null
                        || accepted.contains("*/*")
                        || accepted.contains("application/json"));
    }

    private void answer(FrontRequest request, HotPost hot, Identity.SignedIn in, byte[] body) {
        @Nullable CompletionStage<HotAnswer> answer =
                hot.answer(request, in.user(), new String(body, StandardCharsets.UTF_8));
        if (answer == null) {
            ordinary.run(request, in, body);
            return;
        }
        answer.whenComplete((done, failure) -> {
            if (failure == null) {
                responses.guard(request, () -> responses.hot(request, done));
            } else {
                LOG.error("{} failed", hot.path(), failure);
                responses.refuse(request, Refusal.INTERNAL);
            }
        });
    }
}
