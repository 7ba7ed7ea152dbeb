package onsale.ops.cockpit;

import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.front.EventStream;
import onsale.platform.front.HotRequest;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a sale as server-sent events, one each second: {@code GET
 * /api/admin/sales/{scheduleId}/stream}. A stream ends after a while and is opened again, so that
 * somebody whose session was ended does not look on for ever.
 */
public final class SaleStream implements EventStream {

    private static final String BEFORE = "/api/admin/sales/";
    private static final String AFTER = "/stream";
    private static final Duration OPEN_FOR = Duration.ofMinutes(5);
    private static final int UUID_CHARACTERS = 36;

    private final WatchSales sales;
    private final Clock clock;

    SaleStream(WatchSales sales, Clock clock) {
        this.sales = sales;
        this.clock = clock;
    }

    @Override
    public String path() {
        return BEFORE + "*" + AFTER;
    }

    /** Null when this node does not watch the sale, to let the controller read or refuse it. */
    @Override
    public @Nullable Outcome open(HotRequest request) {
        String path = request.path();
        @Nullable UUID id = uuid(path.substring(BEFORE.length(), path.length() - AFTER.length()));
        @Nullable CurrentUser user = request.user();
        @Nullable WatchedSale sale = id == null ? null : sales.known(id);
        if (user == null || sale == null || !sale.show().isShownTo(user.userId(), user.roles())) {
            return null;
        }
        request.countAs(user.userId().toString());
        return new Outcome.Opened(sale.topic(), sale.event(), clock.instant().plus(OPEN_FOR));
    }

    private static @Nullable UUID uuid(String text) {
        try {
            return text.length() == UUID_CHARACTERS ? UUID.fromString(text) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
