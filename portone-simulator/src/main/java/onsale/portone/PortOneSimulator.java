package onsale.portone;

import java.net.URI;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stand-in for the payment provider PortOne (V2): its own HTTP server with its own state. Paths
 * outside its pages need the secret, as the original's do; {@code /simulator} is what the original
 * does not have. See the module's README for all of it.
 */
public final class PortOneSimulator implements AutoCloseable {

    /** Open to everybody. */
    private static final List<String> PAGES = List.of("/pages/", "/pay/", "/identity/");

    private final Options options;
    private final State state;
    private final Timer timer;
    private final Webhooks webhooks;
    private final PaymentChanges changes;
    private final Payments payments;
    private final Checkout checkout;
    private final Faults faults;
    private final ReturnAddresses addresses = new ReturnAddresses();
    private final Server server;

    private PortOneSimulator(Options options) {
        this.options = options;
        this.state = new State(options);
        this.timer = new Timer(options.clock());
        this.faults = new Faults(state, options);
        this.webhooks = new Webhooks(state, options, faults, timer);
        this.changes = new PaymentChanges(state, options, webhooks, timer);
        this.payments = new Payments(options, new Calls(state, faults, options), webhooks, changes);
        this.checkout = new Checkout(state, options, changes);
        try {
            this.server = new Server(options.host(), options.port(), handler());
        } catch (RuntimeException e) {
            closeAllButTheServer();
            throw e;
        }
    }

    public static PortOneSimulator start(Options options) {
        PortOneSimulator simulator = new PortOneSimulator(options);
        simulator.changes.start();
        simulator.webhooks.start();
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
        webhooks.sendTo(url);
    }

    /**
     * People may be sent back there, besides the host that they see this one's pages under.
     *
     * @param origin such as {@code https://shop.example}
     */
    public void allowReturnsTo(String origin) {
        addresses.allow(origin);
    }

    private Function<Request, Answer> handler() {
        Router pages = pages();
        Router provider = provider();
        Router simulator = simulator();
        return request -> {
            boolean ours = request.path().startsWith("/simulator/");
            @Nullable Answer down = ours ? null : faults.down();
            if (down != null) {
                return down;
            }
            if (PAGES.stream().anyMatch(request.path()::startsWith)) {
                return pages.answer(request);
            }
            authenticate(request);
            return (ours ? simulator : provider).answer(request);
        };
    }

    private Router pages() {
        IdentityPage identity = new IdentityPage(new Identities(state, options), addresses);
        CheckoutPage page = new CheckoutPage(checkout, faults, addresses, options);
        return new Router()
                .on("GET", "/identity/*", identity::show)
                .on("POST", "/identity/*", identity::submit)
                .on("GET", "/pay/*", page::show)
                .on("POST", "/pay/*", page::submit)
                .on("GET", "/pages/identity-verifications/*", identity::show)
                .on("POST", "/pages/identity-verifications/*", identity::submit)
                .on("GET", "/pages/checkout", page::show)
                .on("POST", "/pages/checkout", page::submit);
    }

    private Router provider() {
        PaymentList list = new PaymentList(state, options);
        return new Router()
                .on("GET", "/identity-verifications/*", new Identities(state, options)::get)
                .on("POST", "/payments/*/pre-register", payments::preRegister)
                .on("POST", "/payments/*/confirm", payments::confirm)
                .on("POST", "/payments/*/cancel", payments::cancel)
                .on("GET", "/payments/*", payments::get)
                .on("GET", "/payments", list::byPage)
                .on("GET", "/payments-by-cursor", list::byCursor);
    }

    private Router simulator() {
        Identities identities = new Identities(state, options);
        return new Router()
                .on("POST", "/simulator/identity-verifications", identities::create)
                .on("PUT", "/simulator/identity-verifications/*", identities::put)
                .on("POST", "/simulator/payments/*/approve", checkout::approve)
                .on("POST", "/simulator/payments/*/decline", checkout::decline)
                .on("POST", "/simulator/payments/*/close", checkout::close)
                .on("POST", "/simulator/payments/*/charge", checkout::charge)
                .on("PUT", "/simulator/payments/*/origin", checkout::move)
                .on("GET", "/simulator/payments/*/faults", faults::getForPayment)
                .on("PUT", "/simulator/payments/*/faults", faults::putForPayment)
                .on("GET", "/simulator/faults", faults::get)
                .on("PUT", "/simulator/faults", faults::put)
                .on("GET", "/simulator/webhooks", webhooks::pending)
                .on("PUT", "/simulator/webhooks", webhooks::put)
                .on("GET", "/simulator/books", new Books(state)::list);
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
        closeAllButTheServer();
    }

    private void closeAllButTheServer() {
        timer.close();
        webhooks.close();
        state.close();
    }
}
