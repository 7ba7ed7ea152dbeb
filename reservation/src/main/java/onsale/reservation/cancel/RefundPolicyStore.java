package onsale.reservation.cancel;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.reservation.cancel.RefundPolicy.Step;
import onsale.reservation.cancel.RefundPolicy.Terms;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The terms of giving tickets back, as the catalogue told them, by the database's clock. */
public final class RefundPolicyStore {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Database database;
    private final ZoneId zone;

    /**
     * Creates the store.
     *
     * @param zone the time zone of the shows
     */
    public RefundPolicyStore(Database database, ZoneId zone) {
        this.database = database;
        this.zone = zone;
    }

    /** The terms of a schedule now; empty if nothing is taken back any more. */
    Optional<Terms> now(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select refund_steps::text as steps, free_cancellation_until, starts_at,
                               now() as at
                        from schedules where id = ?
                        """)
                .param(scheduleId)
                .query((row, _) -> {
                    Instant now = Times.read(row, "at");
                    return new RefundPolicy(
                                    steps(row.getString("steps")),
                                    Times.readOrNull(row, "free_cancellation_until"))
                            .at(now, Times.read(row, "starts_at"), zone);
                })
                .single();
    }

    /** Until when tickets of these schedules go back freely because their show was changed. */
    public Map<UUID, Instant> freeUntil(Collection<UUID> scheduleIds) {
        record Row(UUID scheduleId, Instant until) {}
        return database
                .sql()
                .sql(
                        """
                        select id, least(free_cancellation_until, starts_at) as until
                        from schedules
                        where id = any(?) and free_cancellation_until > now() and starts_at > now()
                        """)
                .param(scheduleIds.toArray(UUID[]::new))
                .query((row, _) ->
                        new Row(row.getObject("id", UUID.class), Times.read(row, "until")))
                .list()
                .stream()
                .collect(Collectors.toMap(Row::scheduleId, Row::until));
    }

    private static List<Step> steps(@Nullable String json) {
        return json == null
                ? RefundPolicy.DEFAULT_STEPS
                : Arrays.asList(JSON.readValue(json, Step[].class));
    }
}
