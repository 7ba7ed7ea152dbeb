package onsale.notification.delivery;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** Deliveries as operators see them, and sending failed ones again. */
public final class OperatorDeliveries {

    /** The states of a delivery. */
    enum State {
        PENDING,
        SENT,
        FAILED
    }

    /** A delivery without what it says. */
    record DeliveryView(
            UUID requestId,
            Channel channel,
            UUID userId,
            String template,
            State state,
            int attempts,
            @Nullable String failure,
            Instant createdAt,
            Instant usefulUntil,
            @Nullable Instant endedAt) {}

    private static final String FILTER =
            """
            where (state = :state or :state::text is null)
              and (channel = :channel or :channel::text is null)
            """;

    private final Database database;

    public OperatorDeliveries(Database database) {
        this.database = database;
    }

    List<DeliveryView> list(@Nullable State state, @Nullable Channel channel, int page, int size) {
        return database.sql()
                .sql(
                        """
                        select request_id, channel, user_id, template, state, attempts, failure,
                               created_at, useful_until, ended_at
                        from deliveries %s
                        order by created_at desc, request_id desc limit :size offset :offset
                        """
                                .formatted(FILTER))
                .param("state", name(state))
                .param("channel", name(channel))
                .param("size", size)
                .param("offset", (long) page * size)
                .query((row, _) ->
                        new DeliveryView(
                                row.getObject("request_id", UUID.class),
                                Channel.valueOf(row.getString("channel")),
                                row.getObject("user_id", UUID.class),
                                row.getString("template"),
                                State.valueOf(row.getString("state")),
                                row.getInt("attempts"),
                                row.getString("failure"),
                                Times.read(row, "created_at"),
                                Times.read(row, "useful_until"),
                                Times.readOrNull(row, "ended_at")))
                .list();
    }

    long count(@Nullable State state, @Nullable Channel channel) {
        return database.sql()
                .sql("select count(*) from deliveries " + FILTER)
                .param("state", name(state))
                .param("channel", name(channel))
                .query(Long.class)
                .single();
    }

    /**
     * Makes failed deliveries due again, the latest first. What has lost its letter, and what went
     * to a device that is gone, cannot be sent any more.
     *
     * @param usefulFor until when they are tried, in hours from now
     */
    int redrive(@Nullable Channel channel, int usefulFor, int max) {
        return database.sql()
                .sql(
                        """
                        update deliveries
                        set state = 'PENDING', attempts = 0, failure = null, ended_at = null,
                            next_at = now(), useful_until = now() + :hours * interval '1 h'
                        where (request_id, channel, target) in (
                            select request_id, channel, target from deliveries
                            where state = 'FAILED' and content is not null and failure <> 'GONE'
                              and (channel = :channel or :channel::text is null)
                            order by ended_at desc limit :max for update skip locked)
                        """)
                .param("channel", name(channel))
                .param("hours", usefulFor)
                .param("max", max)
                .update();
    }

    private static @Nullable String name(@Nullable Enum<?> value) {
        return value == null ? null : value.name();
    }
}
