package onsale.edge.front.access;

import java.util.Locale;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.response.ResponseWriter;
import onsale.edge.front.route.Routes.Kind;
import onsale.edge.limit.Limit;
import onsale.edge.limit.LimitDecision;
import onsale.edge.limit.LimitSettings;
import onsale.edge.limit.Limiter;
import onsale.edge.limit.LocalLimiter;
import onsale.platform.access.ApiAccess;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Limits how often a client may send requests. A caller whose token or receipt was verified is
 * counted as such, everybody else by address, so that a crowd behind one address is not refused for
 * being one. Every method counts the request; if it is one too many, the method answers it and
 * returns false.
 */
public final class RequestLimits {

    /** Clients in the separate limits of the warm-up, which no client and no other node sees. */
    private static final int WARM_UP_CLIENTS_MAX = 1_000;

    private final Limiter limiter;
    private final LocalLimiter local;
    private final LocalLimiter warmUpLimits = new LocalLimiter(WARM_UP_CLIENTS_MAX);
    private final ResponseWriter responses;
    private final WarmUpKey warmUp;
    private final Limit strangers;
    private final Limit memory;
    private final Limit crowd;
    private final Limit user;
    private final Limit status;
    private final Limit hold;
    private final Limit holdBurst;
    private final Limit pay;
    private final Limit login;
    private final LoginNeighbours neighbours;

    public RequestLimits(
            Limiter limiter,
            LocalLimiter local,
            LimitSettings settings,
            ResponseWriter responses,
            WarmUpKey warmUp) {
        this.limiter = limiter;
        this.local = local;
        this.responses = responses;
        this.warmUp = warmUp;
        this.strangers = Limit.perSecond(settings.addressPerSecond());
        this.memory = Limit.perSecond(settings.hotAddressPerSecond());
        this.crowd = Limit.perSecond(settings.crowdPerSecond());
        this.user = Limit.perSecond(settings.userPerSecond());
        this.status = Limit.perMinute(settings.statusPerMinute());
        this.hold = Limit.perMinute(settings.holdPerMinute());
        this.holdBurst = Limit.perSecond(settings.holdBurstPerSecond());
        this.pay = Limit.perMinute(settings.payPerMinute());
        this.login = Limit.perMinute(settings.loginPerMinute());
        this.neighbours = new LoginNeighbours(limiter, settings.neighboursFailPerMinute());
    }

    /**
     * Limits what is answered from memory: by the caller that a hot read verified, or by address.
     */
    public boolean ofMemory(FrontRequest request) {
        @Nullable String caller = request.caller();
        return caller == null
                ? takeHere(request, "hot:ip:" + request.countedAddress(), memory)
                : ofCaller(request, caller);
    }

    /** Limits files, which are counted apart so that a page can load while its fan waits. */
    public boolean ofFiles(FrontRequest request) {
        return takeHere(request, "files:ip:" + request.countedAddress(), memory);
    }

    /** Limits tokens that this node has not verified yet: each costs a signature check. */
    boolean ofNewTokens(FrontRequest request) {
        return takeHere(request, "tokens:ip:" + request.countedAddress(), memory);
    }

    /** Limits a verified caller. */
    public boolean ofCaller(FrontRequest request, String caller) {
        return takeHere(request, "crowd:ip:" + request.countedAddress(), crowd)
                && takeHere(request, "user:" + caller + ":" + request.path(), status);
    }

    /** Limits a request that takes work, by what is known about its sender so far. */
    public boolean ofWork(FrontRequest request, Identity identity) {
        Kind kind = request.route().kind();
        if (kind == Kind.LOGIN
                && !(take(request, "rate:{ip:" + request.countedAddress() + ":login}", login)
                        && neighboursPass(request))) {
            return false;
        }
        if (!(identity instanceof Identity.SignedIn in)) {
            return take(request, "rate:{ip:" + request.countedAddress() + "}", strangers);
        }
        @Nullable ApiAccess key = in.user().byKey();
        if (key != null) {
            return take(
                    request, "rate:{key:" + key.keyId() + "}", Limit.perMinute(key.perMinute()));
        }
        String caller = "rate:{user:" + in.user().userId();
        return takeHere(request, "crowd:ip:" + request.countedAddress(), crowd)
                && (kind == Kind.ADMIN || takeHere(request, caller + "}", user))
                && ofKind(request, kind, caller);
    }

    private boolean neighboursPass(FrontRequest request) {
        @Nullable LimitDecision refusal = neighbours.refusal(request.client());
        return refusal == null || passes(request, refusal);
    }

    /** Counts a failed sign-in for the networks around its client. */
    public void signInAnswered(FrontRequest request, int status) {
        if (status == HttpStatus.UNAUTHORIZED_401) {
            neighbours.failed(request.client());
        }
    }

    private boolean ofKind(FrontRequest request, Kind kind, String caller) {
        @Nullable Limit limit =
                switch (kind) {
                    case STATUS -> status;
                    case HOLD -> hold;
                    case PAY -> pay;
                    case LOGIN, ADMIN, OTHER, INSIDE -> null;
                };
        return (kind != Kind.HOLD || takeHere(request, caller + ":burst}", holdBurst))
                && (limit == null
                        || take(
                                request,
                                caller + ":" + kind.name().toLowerCase(Locale.ROOT) + "}",
                                limit));
    }

    /** Applies a limit of all nodes together. */
    private boolean take(FrontRequest request, String key, Limit limit) {
        return isWarmUp(request, key, limit) || passes(request, limiter.take(key, limit));
    }

    /** Applies a limit that each node has for itself: for bursts and for what costs little. */
    private boolean takeHere(FrontRequest request, String key, Limit limit) {
        return isWarmUp(request, key, limit) || passes(request, local.take(key, limit));
    }

    private boolean isWarmUp(FrontRequest request, String key, Limit limit) {
        if (!warmUp.isIn(request)) {
            return false;
        }
        request.limited(warmUpLimits.take(key, limit));
        return true;
    }

    private boolean passes(FrontRequest request, LimitDecision decision) {
        request.limited(decision);
        if (!decision.allowed()) {
            responses.tooMany(request, decision);
        }
        return decision.allowed();
    }
}
