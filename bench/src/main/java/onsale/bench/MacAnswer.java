package onsale.bench;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.pass.PassCheck;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassKind;
import onsale.platform.pass.PassPurpose;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;

/** The work per request on both sides of a comparison: verify a receipt, answer the same bytes. */
final class MacAnswer {

    static final String HEADER = "X-Queue-Receipt";
    static final byte[] BODY =
            """
            {"state":"WAITING","position":48211,"ahead":48210,"etaSeconds":4821,"pollAfterMillis":15000}\
            """
                    .getBytes(StandardCharsets.UTF_8);

    private static final PassKind KIND = PassKind.of(PassPurpose.RECEIPT, "queue", 60);

    private final Passes passes =
            new Passes(
                    PassKeys.of(new PassSettings(List.of()), new Secret("the same on both sides")),
                    Clock.systemUTC());

    String receipt() {
        return passes.issue(
                KIND,
                Instant.now().plusSeconds(86_400),
                claims ->
                        claims.uuid(UUID.randomUUID())
                                .uuid(UUID.randomUUID())
                                .bytes(new byte[16])
                                .int64(48_211)
                                .int32(1));
    }

    boolean accepts(@Nullable String receipt) {
        return receipt != null && passes.verify(KIND, receipt) instanceof PassCheck.Valid;
    }
}
