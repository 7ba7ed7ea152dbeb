package onsale.ops;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/**
 * Reads what a show has earned: seats and fees from the reservations, money from the ledger of the
 * payments. The two are kept by different contexts, so that each proves the other.
 */
final class SettlementStore {

    private static final int WITHIN_SECONDS = 10;

    /**
     * Seats are sold while they are active, and given back once they have a refund. Money is what
     * the ledger has booked for the orders of the schedule.
     */
    private static final String SETTLE =
            """
            select s.id, s.event_start_at, s.status,
                   r.sold, r.returned, r.gross, r.fees, r.refunds, r.complimentary, r.withheld,
                   p.charged, p.paid_back, p.outstanding, p.points
            from event_service.event_schedules s
            cross join lateral (
                select count(*) filter (where a.kind = 'SALE' and b.active) as sold,
                       count(*) filter (where b.refund_id is not null) as returned,
                       coalesce(sum(b.price) filter (
                           where a.kind = 'SALE' and (b.active or b.refund_id is not null)), 0)
                           as gross,
                       coalesce(sum(b.fee), 0) as fees,
                       coalesce(sum(b.price - b.fee) filter (where b.refund_id is not null), 0)
                           as refunds,
                       count(*) filter (where a.kind = 'COMPLIMENTARY' and b.active)
                           as complimentary,
                       count(*) filter (where a.kind not in ('SALE', 'COMPLIMENTARY') and b.active)
                           as withheld
                from reservation_service.reservations a
                join reservation_service.reservation_seats b on b.reservation_id = a.id
                where a.schedule_id = s.id and a.confirmed_at is not null) r
            cross join lateral (
                select coalesce(sum(l.charged), 0) as charged,
                       coalesce(sum(l.paid_back), 0) as paid_back,
                       coalesce(sum(f.outstanding), 0) as outstanding,
                       coalesce(sum(a.points), 0) - coalesce(sum(f.points), 0) as points
                from payment_service.payments a
                join payment_service.orders o on o.id = a.order_id
                cross join lateral (
                    select coalesce(sum(amount) filter (where amount > 0), 0) as charged,
                           coalesce(-sum(amount) filter (where amount < 0), 0) as paid_back
                    from payment_service.ledger
                    where payment_id = a.id and account = 'PROVIDER' and currency = 'KRW') l
                cross join lateral (
                    select coalesce(sum(amount) filter (where state = 'ASKED'), 0) as outstanding,
                           coalesce(sum(points), 0) as points
                    from payment_service.refunds where payment_id = a.id) f
                where o.schedule_id = s.id and a.status in ('SUCCESS', 'REFUNDED')) p
            where s.event_id = ? and s.deleted_at is null
            order by s.event_start_at, s.id
            """;

    private final Database reader;

    SettlementStore(Database reader) {
        this.reader = reader;
    }

    /** The title of the event; empty unless it is the actor's. Administrators have all. */
    Optional<String> ownTitle(Actor actor, UUID eventId) {
        return reader.sql()
                .sql(
                        """
                        select title from event_service.events
                        where id = ? and deleted_at is null and (owner_id = ? or ?)
                        """)
                .params(eventId, actor.userId(), actor.isAdministrator())
                .query(String.class)
                .optional();
    }

    /**
     * What one date has earned, in won.
     *
     * @param grossWon the price of all seats ever sold
     * @param feesWon what was kept of seats that were given back
     * @param refundsWon what goes or went back for them
     * @param chargedWon what the provider has charged, by the ledger, as are the following
     * @param outstandingWon refunds that the provider has not done yet
     * @param pointsWon the part of the price that was paid with points
     */
    record Settled(
            UUID scheduleId,
            Instant startsAt,
            String status,
            long soldSeats,
            long returnedSeats,
            long complimentarySeats,
            long withheldSeats,
            long grossWon,
            long feesWon,
            long refundsWon,
            long chargedWon,
            long paidBackWon,
            long outstandingWon,
            long pointsWon) {

        long netWon() {
            return grossWon - refundsWon;
        }

        /** What the ledger has less than the seats say; 0 unless something is on its way. */
        long differenceWon() {
            return netWon() - (chargedWon - paidBackWon - outstandingWon + pointsWon);
        }
    }

    List<Settled> settle(UUID eventId) {
        return reader.inTransaction(() -> {
            reader.sql().sql("set local statement_timeout = '" + WITHIN_SECONDS + "s'").update();
            return reader.sql()
                    .sql(SETTLE)
                    .param(eventId)
                    .query((row, _) ->
                            new Settled(
                                    row.getObject("id", UUID.class),
                                    Times.read(row, "event_start_at"),
                                    row.getString("status"),
                                    row.getLong("sold"),
                                    row.getLong("returned"),
                                    row.getLong("complimentary"),
                                    row.getLong("withheld"),
                                    row.getLong("gross"),
                                    row.getLong("fees"),
                                    row.getLong("refunds"),
                                    row.getLong("charged"),
                                    row.getLong("paid_back"),
                                    row.getLong("outstanding"),
                                    row.getLong("points")))
                    .list();
        });
    }
}
