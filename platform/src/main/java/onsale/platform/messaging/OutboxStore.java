package onsale.platform.messaging;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;

/**
 * The relay's SQL. Leases and marks commit without waiting for the disk: what a crash loses of them
 * costs a duplicate, which the inbox absorbs.
 */
final class OutboxStore {

    record Row(
            long seq,
            UUID id,
            int shard,
            String topic,
            String key,
            String type,
            byte[] payload,
            String headers,
            int retryCount) {}

    /** For one statement, in its own round trip: do not wait for the disk at its commit. */
    private static final String RELAXED =
            " (select set_config('synchronous_commit', 'off', true)) relaxed ";

    private final Database database;

    OutboxStore(Database database) {
        this.database = database;
    }

    void createShards() {
        database.sql()
                .sql(
                        """
                        insert into common.outbox_shards (shard)
                        select generate_series(0, ?) on conflict do nothing
                        """)
                .param(Outbox.SHARDS - 1)
                .update();
    }

    /** Shards with unpublished messages, whoever has their lease. */
    List<Integer> shardsWithWork() {
        return database.sql()
                .sql(
                        """
                        select s.shard from common.outbox_shards s
                        where exists (select from common.outbox_events e
                                      where e.service = s.service and e.shard = s.shard
                                        and not e.published and e.dead_at is null)
                        """)
                .query(Integer.class)
                .list();
    }

    /** Of the wanted shards those that are free or ours already, now leased to us. */
    List<Integer> lease(UUID owner, Collection<Integer> wanted, Duration lease) {
        return database.sql()
                .sql(
                        """
                        update common.outbox_shards s
                        set owner = :owner, lease_until = now() + :millis * interval '1 millisecond'
                        from (select service, shard from common.outbox_shards
                              where shard = any(:wanted)
                                and (lease_until < now() or owner = :owner)
                              order by shard for update skip locked) free,
                        """
                                + RELAXED
                                + """
                                where s.service = free.service and s.shard = free.shard
                                returning s.shard
                                """)
                .param("owner", owner)
                .param("millis", lease.toMillis())
                .param("wanted", wanted.toArray(Integer[]::new))
                .query(Integer.class)
                .list();
    }

    void release(UUID owner, Collection<Integer> shards) {
        database.sql()
                .sql(
                        "update common.outbox_shards set lease_until = '-infinity' from "
                                + RELAXED
                                + "where owner = ? and shard = any(?)")
                .params(owner, shards.toArray(Integer[]::new))
                .update();
    }

    /** The first unpublished messages of the shards, in order, but for keys that back off. */
    List<Row> unpublished(Collection<Integer> shards, int max) {
        return database.sql()
                .sql(
                        """
                        select seq, id, shard, topic, message_key as key, event_type as type, payload,
                               headers, retry_count
                        from common.outbox_events
                        where service = current_user and shard = any(:shards)
                          and not published and dead_at is null
                          and (topic, message_key) not in (
                              select e.topic, e.message_key
                              from common.outbox_shards s
                              join common.outbox_events e
                                  on e.service = s.service and e.shard = s.shard
                              where s.shard = any(:shards) and s.backing_off_until > now()
                                and not e.published and e.dead_at is null
                                and e.next_attempt_at > now())
                        order by seq limit :max
                        """)
                .param("shards", shards.toArray(Integer[]::new))
                .param("max", max)
                .query(Row.class)
                .list();
    }

    void markPublished(Collection<Long> seqs) {
        database.sql()
                .sql(
                        """
                        update common.outbox_events
                        set published = true, published_at = now(), last_error = null from
                        """
                                + RELAXED
                                + "where seq = any(?)")
                .param(seqs.toArray(Long[]::new))
                .update();
    }

    /** Counts a failed attempt; the last one makes it a dead letter. */
    void markFailed(long seq, String error, Duration backOff, boolean dead) {
        database.sql()
                .sql(
                        """
                        with failed as (
                            update common.outbox_events
                            set retry_count = retry_count + 1, last_error = left(:error, 1000),
                                next_attempt_at = now() + :millis * interval '1 millisecond',
                                dead_at = case when :dead then now() end
                            where seq = :seq and not published
                            returning service, shard, next_attempt_at)
                        update common.outbox_shards s
                        set backing_off_until = greatest(backing_off_until, next_attempt_at)
                        from failed where s.service = failed.service and s.shard = failed.shard
                        """)
                .param("error", error)
                .param("millis", backOff.toMillis())
                .param("dead", dead)
                .param("seq", seq)
                .update();
    }
}
