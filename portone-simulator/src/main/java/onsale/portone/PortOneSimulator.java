package onsale.portone;

import java.net.URI;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stand-in for the payment provider PortOne (V2): its own HTTP server with its own state. Paths
 * outside {@code /pages} need the secret, as the original's do; {@code /simulator} is what the
 * original does not have. See the module's README for all of it.
 */
public final class PortOneSimulator implements AutoCloseable {

    private final Options options;
    private final State state;
    private final Server server;
    private final AtomicReference<@Nullable URI> webhookUrl;

    private PortOneSimulator(Options options) {
        this.options = options;
        this.webhookUrl = new AtomicReference<>(options.webhookUrl());
        this.state = new State(options);
        try {
            this.server = new Server(options.host(), options.port(), handler());
        } catch (RuntimeException e) {
            state.close();
            throw e;
        }
    }

    public static PortOneSimulator start(Options options) {
        PortOneSimulator simulator = new PortOneSimulator(options);
        simulator.server.start();
        return simulator;
    }

    public int port() {
        return server.port();
    }

    /** What a client has as the provider's address. */
    public String url() {
        return "http://%s:%d".formatted(options.host(), port());
    }

    /** From now on; messages that are waiting go there too. */
    public void sendWebhooksTo(URI url) {
        webhookUrl.set(url);
    }

    private Function<Request, Answer> handler() {
        Identities identities = new Identities(state, options);
        IdentityPage identityPage = new IdentityPage(identities);
        Router pages =
                new Router()
                        .on("GET", "/pages/identity-verifications/*", identityPage::show)
                        .on("POST", "/pages/identity-verifications/*", identityPage::submit);
        Router api =
                new Router()
                        .on("GET", "/identity-verifications/*", identities::get)
                        .on("POST", "/simulator/identity-verifications", identities::create)
                        .on("PUT", "/simulator/identity-verifications/*", identities::put);
        return request -> {
            if (request.path().startsWith("/pages/")) {
                return pages.answer(request);
            }
            authenticate(request);
            return api.answer(request);
        };
    }

    private void authenticate(Request request) {
        @Nullable String given = request.header("authorization");
        if (given == null
                || !MessageDigest.isEqual(
                        Json.utf8(given), Json.utf8("PortOne " + options.secret()))) {
            throw new PortOneError(401, "UNAUTHORIZED", "The secret is missing or wrong.");
        }
        @Nullable String store = request.query().get("storeId");
        if (store != null && !store.equals(options.storeId())) {
            throw new PortOneError(403, "FORBIDDEN", "The secret is not for store " + store + ".");
        }
    }

    @Override
    public void close() {
        server.close();
        state.close();
    }
}
