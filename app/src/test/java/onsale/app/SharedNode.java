package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.regex.Pattern;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.user.UserModule;
import org.jspecify.annotations.Nullable;

/**
 * One node with every role for all test classes that need no other, because to start one takes
 * longer than most of them: they are called {@code …Tests}, and {@link SharedNodeTest} runs them.
 * Nobody is alone there, so a test makes its own accounts and shows and looks only at those.
 */
final class SharedNode {

    /** By which the provider will sign next; the node knows it already. */
    static final byte[] NEXT_WEBHOOK_KEY = {'n', 'e', 'x', 't'};

    private static @Nullable SharedNode running;

    final Stores stores = Stores.opened("shared_node");
    final Api api = stores.closing(new Api());
    final TraceReceiver traces = stores.closing(new TraceReceiver());
    final Node node =
            stores.startNode(
                    api.settings(
                            "--set=onsale.limits.status-per-minute=1000000",
                            "--set=onsale.front.trusted-proxies=127.0.0.1",
                            "--set=onsale.catalog.tell-again-after=1s",
                            "--set=onsale.catalog.tell-again-at-least-every=2s",
                            "--set=onsale.reservation.sync-every=5s",
                            "--set=onsale.mail.mailbox=true",
                            "--set=onsale.webhooks.private-addresses-allowed=true",
                            "--set=onsale.tracing.endpoint=" + traces.url(),
                            "--set=onsale.tracing.per-ten-thousand=10000",
                            "--set=onsale.portone.webhook-secrets=whsec_%s,whsec_%s"
                                    .formatted(base64(Api.WEBHOOK_KEY), base64(NEXT_WEBHOOK_KEY))));
    final String url = node.url();
    private final RealTokens tokens =
            new RealTokens(stores.database(UserModule.SCHEMA), stores.secret());

    private SharedNode() {
        api.tell(url);
    }

    /** Started by whoever comes first. */
    static synchronized SharedNode get() {
        if (running == null) {
            running = new SharedNode();
        }
        return running;
    }

    /** Payment, entry and access tokens, payment orders and receipts, and the tests' people. */
    private static final Pattern SECRET =
            Pattern.compile(
                    "payment-token-|q[prc]_[A-Za-z0-9_-]{20}|eyJ[A-Za-z0-9_-]{20}|@fans\\.example|01012345678");

    /**
     * After all tests, whose many refusals are in the description of the API, and whose many
     * purchases have left no secret in the log and in the traces.
     */
    static synchronized void stop() {
        if (running != null) {
            try {
                assertThat(UndeclaredProblems.count(running.node)).isZero();
                assertThat(running.node.log().lines())
                        .noneMatch(line -> SECRET.matcher(line).find());
                assertThat(running.traces.spans)
                        .isNotEmpty()
                        .noneMatch(span -> SECRET.matcher(span.text()).find());
            } finally {
                running.stores.close();
                running = null;
            }
        }
    }

    /** A token of somebody new, as the node would give it. */
    String token(String role) {
        return tokens.ofSomebody(role);
    }

    private static String base64(byte[] key) {
        return Base64.getEncoder().encodeToString(key);
    }
}
