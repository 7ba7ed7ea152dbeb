package onsale.queue.recovery;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.platform.db.Database;
import onsale.queue.line.Place;
import onsale.queue.sale.Sale;

/** What PostgreSQL has for a recovery: epochs, used places, counts of lines, and losses. */
public final class RecoveryStore {

    private final Database database;

    public RecoveryStore(Database database) {
        this.database = database;
    }

    /**
     * Begins an epoch in which no place was ever given, unless another node has begun or opened one
     * since the sale was read. Without that condition a recovery that is void could raise the epoch
     * of a line that another one has opened, and no turn in it could be committed. Waits for turns
     * that are being committed; later ones find that their epoch is over.
     */
    Optional<Integer> beginEpoch(Sale known) {
        return database.sql()
                .sql(
                        """
                        update queues set epoch = greatest(epoch, opened_epoch + 1)
                        where schedule_id = ? and epoch = ? and opened_epoch = ? returning epoch
                        """)
                .params(known.id(), known.epoch(), known.openedEpoch())
                .query(Integer.class)
                .optional();
    }

    /** Notes that places may be given in this epoch from now on; before the line opens. */
    void opening(UUID scheduleId, int epoch) {
        database.sql()
                .sql(
                        """
                        update queues set opened_epoch = greatest(opened_epoch, ?)
                        where schedule_id = ?
                        """)
                .params(epoch, scheduleId)
                .update();
        database.sql()
                .sql("update losses set opened_at = now() where schedule_id = ? and epoch = ?")
                .params(scheduleId, epoch)
                .update();
    }

    /** Used places of epochs before this one, in order, after the given one. */
    List<Long> usedPlaces(UUID scheduleId, long after, int epoch, int max) {
        return database.sql()
                .sql(
                        """
                        select place from (
                            select place from turns where schedule_id = :id
                            union
                            select place from leaves where schedule_id = :id) used
                        where place > :after and place < :end order by place limit :max
                        """)
                .param("id", scheduleId)
                .param("after", after)
                .param("end", Place.of(epoch, 0))
                .param("max", max)
                .query(Long.class)
                .list();
    }

    // ---- how many wait in each line

    void counted(Map<UUID, Long> waiting) {
        database.sql()
                .sql(
                        """
                        insert into line_counts (schedule_id, waiting) select * from unnest(?, ?)
                        on conflict (schedule_id) do update set waiting = excluded.waiting
                        where line_counts.waiting <> excluded.waiting
                        """)
                .params(
                        waiting.keySet().toArray(UUID[]::new),
                        waiting.values().stream().map(Long::intValue).toArray(Integer[]::new))
                .update();
    }

    OptionalLong lastCount(UUID scheduleId) {
        return database.sql()
                .sql("select waiting from line_counts where schedule_id = ?")
                .param(scheduleId)
                .query(Long.class)
                .optional()
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    // ---- losses

    /** Notes that Redis has lost a line. The first cause noted for an epoch stays. */
    void lost(UUID scheduleId, int epoch, LossCause cause, OptionalLong expected) {
        database.sql()
                .sql(
                        """
                        insert into losses (schedule_id, epoch, cause, expected)
                        values (?, ?, ?, nullif(?, -1))
                        on conflict do nothing
                        """)
                .params(scheduleId, epoch, cause.name(), (int) expected.orElse(-1))
                .update();
    }

    /** The latest loss of each schedule. */
    public Map<UUID, Loss> lastLosses() {
        return database
                .sql()
                .sql(
                        """
                        select distinct on (schedule_id)
                               schedule_id, epoch, cause, noticed_at, opened_at, expected
                        from losses order by schedule_id, epoch desc
                        """)
                .query(Loss.class)
                .list()
                .stream()
                .collect(Collectors.toMap(Loss::scheduleId, loss -> loss));
    }
}
