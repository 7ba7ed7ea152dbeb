package onsale.ops;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** The SQL of the audit: entries that wait, the chain, and its head. */
final class AuditStore {

    private static final String COLUMNS =
            """
            service, at, actor_id, actor_roles, address, trace_id, action, subject, before_json,
            after_json
            """;

    /** A row of the chain with its number and mac. */
    record Link(long seq, AuditRow row, byte[] mac) {}

    /** The number and mac of the last row; 0 and no bytes at the beginning. */
    record Head(long seq, byte[] mac) {}

    private final Database database;

    AuditStore(Database database) {
        this.database = database;
    }

    /** Locks the head, so that one node at a time appends. */
    Head lockHead() {
        return database.sql()
                .sql("select seq, mac from audit_head for update")
                .query((row, n) -> new Head(row.getLong("seq"), row.getBytes("mac")))
                .single();
    }

    Head head() {
        return database.sql()
                .sql("select seq, mac from audit_head")
                .query((row, n) -> new Head(row.getLong("seq"), row.getBytes("mac")))
                .single();
    }

    void moveHead(Head head) {
        database.sql()
                .sql("update audit_head set seq = ?, mac = ?")
                .params(head.seq(), head.mac())
                .update();
    }

    /** Takes the oldest entries away, in order. */
    List<AuditRow> take(int max) {
        return database.sql()
                .sql(
                        "with taken as (delete from common.audit_entries where id in"
                                + " (select id from common.audit_entries order by id limit ?)"
                                + " returning *) select "
                                + COLUMNS
                                + " from taken order by id")
                .param(max)
                .query(AuditStore::row)
                .list();
    }

    void append(Link link) {
        AuditRow row = link.row();
        database.sql()
                .sql(
                        "insert into common.audit (seq, mac, "
                                + COLUMNS
                                + ") values (:seq, :mac, :service, :at, :actor, :roles, :address,"
                                + " :traceId, :action, :subject, :before, :after)")
                .param("seq", link.seq())
                .param("mac", link.mac())
                .param("service", row.service())
                .param("at", Times.param(row.at()))
                .param("actor", row.actorId())
                .param("roles", row.actorRoles())
                .param("address", row.address())
                .param("traceId", row.traceId())
                .param("action", row.action())
                .param("subject", row.subject())
                .param("before", row.before(), java.sql.Types.VARCHAR)
                .param("after", row.after(), java.sql.Types.VARCHAR)
                .update();
    }

    /** The rows after a number, in order. */
    List<Link> after(long seq, int max) {
        return links("where seq > ? order by seq limit ?", seq, max);
    }

    /**
     * Which rows are wanted; null and empty stand for all.
     *
     * @param action the beginning of its name, such as {@code queue.}
     * @param subject an id, or what else a row is about
     */
    record Search(@Nullable UUID actorId, String action, String subject) {

        private static final String WHERE =
                """
                where (?::uuid is null or actor_id = ?::uuid)
                  and (? = '' or starts_with(action, ?)) and (? = '' or subject = ?)
                """;

        private @Nullable Object[] params(@Nullable Object... more) {
            return Stream.concat(
                            Stream.of(actorId, actorId, action, action, subject, subject),
                            Stream.of(more))
                    .toArray();
        }
    }

    /** A page of the newest rows. */
    List<Link> newest(Search search, int page, int size) {
        return links(
                Search.WHERE + "order by seq desc limit ? offset ?",
                search.params(size, (long) page * size));
    }

    long count(Search search) {
        return database.sql()
                .sql("select count(*) from common.audit " + Search.WHERE)
                .params(search.params())
                .query(Long.class)
                .single();
    }

    private List<Link> links(String which, @Nullable Object... params) {
        return database.sql()
                .sql("select seq, mac, " + COLUMNS + " from common.audit " + which)
                .params(params)
                .query((row, n) -> new Link(row.getLong("seq"), row(row, n), row.getBytes("mac")))
                .list();
    }

    private static AuditRow row(ResultSet row, int n) throws SQLException {
        return new AuditRow(
                row.getString("service"),
                Times.read(row, "at"),
                row.getObject("actor_id", UUID.class),
                row.getString("actor_roles"),
                row.getString("address"),
                row.getString("trace_id"),
                row.getString("action"),
                row.getString("subject"),
                row.getString("before_json"),
                row.getString("after_json"));
    }
}
