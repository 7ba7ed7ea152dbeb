package onsale.reservation.operator;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.reservation.operator.RefundRequest.State;
import org.jspecify.annotations.Nullable;

/** The table {@code refund_requests}. Rows change only under the lock of their reservation. */
public final class RefundRequestStore {

    private final Database database;

    public RefundRequestStore(Database database) {
        this.database = database;
    }

    /** False if the id is taken or another request of this reservation waits. */
    boolean insert(RefundRequest request) {
        return database.sql()
                        .sql(
                                """
                                insert into refund_requests (id, reservation_id, ordinals, fee_percent,
                                    amount, reason, needs_second, state, asked_by, refund_id)
                                values (:id, :reservation, :ordinals, :fee, :amount, :reason, :second,
                                        :state, :askedBy, :refund)
                                on conflict do nothing
                                """)
                        .param("id", request.id())
                        .param("reservation", request.reservationId())
                        .param("ordinals", request.ordinals().toArray(Integer[]::new))
                        .param("fee", request.feePercent())
                        .param("amount", request.amountWon())
                        .param("reason", request.reason())
                        .param("second", request.needsSecond())
                        .param("state", request.state().name())
                        .param("askedBy", request.askedBy())
                        .param("refund", request.refundId(), java.sql.Types.OTHER)
                        .update()
                == 1;
    }

    Optional<RefundRequest> find(UUID id) {
        return database.sql()
                .sql("select * from refund_requests where id = ?")
                .param(id)
                .query(RefundRequestStore::read)
                .optional();
    }

    /** Writes a decision about a request that waits; false if it does not any more. */
    boolean decided(UUID id, State state, UUID by, @Nullable UUID refundId) {
        return database.sql()
                        .sql(
                                """
                                update refund_requests
                                set state = :state, decided_by = :by, decided_at = now(),
                                    refund_id = :refund
                                where id = :id and state = 'WAITING'
                                """)
                        .param("state", state.name())
                        .param("by", by)
                        .param("refund", refundId, java.sql.Types.OTHER)
                        .param("id", id)
                        .update()
                == 1;
    }

    /** How much operators have given back of this reservation without a second one. */
    long givenAloneWon(UUID reservationId) {
        return database.sql()
                .sql(
                        """
                        select coalesce(sum(amount), 0)::bigint from refund_requests
                        where reservation_id = ? and state = 'DONE' and not needs_second
                        """)
                .param(reservationId)
                .query(Long.class)
                .single();
    }

    /** The latest first. */
    List<RefundRequest> list(@Nullable State state, int size, int offset) {
        return database.sql()
                .sql(
                        """
                        select * from refund_requests
                        where :state::text is null or state = :state
                        order by asked_at desc, id limit :size offset :offset
                        """)
                .param("state", state == null ? null : state.name(), java.sql.Types.VARCHAR)
                .param("size", size)
                .param("offset", offset)
                .query(RefundRequestStore::read)
                .list();
    }

    long count(@Nullable State state) {
        return database.sql()
                .sql(
                        """
                        select count(*) from refund_requests
                        where :state::text is null or state = :state
                        """)
                .param("state", state == null ? null : state.name(), java.sql.Types.VARCHAR)
                .query(Long.class)
                .single();
    }

    private static RefundRequest read(ResultSet row, int number) throws SQLException {
        return new RefundRequest(
                row.getObject("id", UUID.class),
                row.getObject("reservation_id", UUID.class),
                List.of((Integer[]) row.getArray("ordinals").getArray()),
                row.getInt("fee_percent"),
                row.getLong("amount"),
                row.getString("reason"),
                row.getBoolean("needs_second"),
                State.valueOf(row.getString("state")),
                row.getObject("asked_by", UUID.class),
                Times.read(row, "asked_at"),
                row.getObject("decided_by", UUID.class),
                Times.readOrNull(row, "decided_at"),
                row.getObject("refund_id", UUID.class));
    }
}
