package onsale.edge.front.request;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import onsale.edge.front.route.Routes;
import onsale.edge.front.route.Routes.Route;
import onsale.edge.limit.LimitDecision;
import onsale.platform.access.CurrentUser;
import onsale.platform.front.HotRequest;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** One request on its way through the front, with what is known about it so far. */
public final class FrontRequest implements HotRequest {

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Target target;
    private final TrustedProxies proxies;
    private final String id;
    private @Nullable InetAddress client;
    private @Nullable String countedAddress;
    private @Nullable String caller;
    private @Nullable CurrentUser user;
    private @Nullable LimitDecision limitDecision;
    private @Nullable Route route;
    private boolean bodyRead;

    public FrontRequest(
            Request request,
            Response response,
            Callback callback,
            Target target,
            TrustedProxies proxies) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.target = target;
        this.proxies = proxies;
        this.id = RequestId.of(request.getHeaders().get(RequestId.HEADER));
    }

    /** Jetty's own view of this request. */
    public Request jetty() {
        return request;
    }

    public Response response() {
        return response;
    }

    /** Must be completed exactly once, by whoever answers. */
    public Callback callback() {
        return callback;
    }

    public HttpFields headers() {
        return request.getHeaders();
    }

    public String method() {
        return request.getMethod();
    }

    public boolean isGetOrHead() {
        return method().equals("GET") || method().equals("HEAD");
    }

    public boolean isHttp2() {
        return version() == HttpVersion.HTTP_2;
    }

    public boolean isHttp10() {
        return version() == HttpVersion.HTTP_1_0;
    }

    private HttpVersion version() {
        return request.getConnectionMetaData().getHttpVersion();
    }

    public Target target() {
        return target;
    }

    /** Notes that nobody has to read the body any more. */
    public void bodyRead() {
        bodyRead = true;
    }

    /** Whether bytes of a body may still arrive that nobody has asked for. */
    public boolean hasUnreadBody() {
        return !bodyRead
                && !isGetOrHead()
                && !isHttp2()
                && !headers().contains(HttpHeader.EXPECT)
                && (headers().contains(HttpHeader.CONTENT_LENGTH)
                        || headers().contains(HttpHeader.TRANSFER_ENCODING));
    }

    @Override
    public @Nullable CurrentUser user() {
        return user;
    }

    /** Sets who is signed in, once that is verified and the role fits the route. */
    public void user(CurrentUser verified) {
        user = verified;
    }

    public Route route() {
        @Nullable Route known = route;
        if (known == null) {
            known = Routes.of(method(), target.path());
            route = known;
        }
        return known;
    }

    /** Sets the route of a request that the table does not cover. */
    public void route(Route other) {
        route = other;
    }

    private InetAddress peer() {
        return request.getConnectionMetaData().getRemoteSocketAddress()
                        instanceof InetSocketAddress inet
                ? inet.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    /** Whether the browser's connection is encrypted, as far as we or a trusted proxy know. */
    public boolean isHttps() {
        // not by the scheme of the target, which the client chooses
        return request.getConnectionMetaData().isSecure()
                || (proxies.trusts(peer())
                        && "https".equals(headers().get(HttpHeader.X_FORWARDED_PROTO)));
    }

    /** The host that the client named, to us or to a trusted proxy. */
    public String host() {
        @Nullable String forwarded =
                proxies.trusts(peer()) ? headers().get(HttpHeader.X_FORWARDED_HOST) : null;
        return forwarded != null && HostName.isValid(forwarded) ? forwarded : HostName.of(request);
    }

    public InetAddress client() {
        @Nullable InetAddress known = client;
        if (known == null) {
            known = proxies.client(peer(), headers().getValuesList(HttpHeader.X_FORWARDED_FOR));
            client = known;
        }
        return known;
    }

    /** The client's address in the form in which limits count it. */
    public String countedAddress() {
        @Nullable String known = countedAddress;
        if (known == null) {
            known = CountedAddress.of(client());
            countedAddress = known;
        }
        return known;
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
                return equals == end ? "" : decoded(query.substring(equals + 1, end));
            }
            start = end + 1;
        }
        return null;
    }

    /** {@link Target} has checked the escapes. */
    private static String decoded(String value) {
        return value.indexOf('%') < 0 && value.indexOf('+') < 0
                ? value
                : URLDecoder.decode(value, StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable String header(String name) {
        return headers().get(name);
    }

    @Override
    public String clientAddress() {
        return client().getHostAddress();
    }

    @Override
    public void countAs(String caller) {
        this.caller = caller;
    }

    /** The caller that a hot read has verified; null if it has verified none. */
    public @Nullable String caller() {
        return caller;
    }

    /** Remembers the decision of one more limit, for the response to report the tightest. */
    public void limited(LimitDecision decision) {
        @Nullable LimitDecision known = limitDecision;
        limitDecision = known == null ? decision : known.tighter(decision);
    }

    /** The decision of the tightest limit; null where no limit applies. */
    public @Nullable LimitDecision limitDecision() {
        return limitDecision;
    }

    @Override
    public String requestId() {
        return id;
    }
}
