package onsale.reservation;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Redis;
import onsale.platform.settings.Secret;
import onsale.reservation.allocation.AllocateSeats;
import onsale.reservation.allocation.AllocationStore;
import onsale.reservation.allocation.ReleaseSeats;
import onsale.reservation.archive.ArchiveReservations;
import onsale.reservation.archive.RemoveFromList;
import onsale.reservation.cancel.CancelReservation;
import onsale.reservation.cancel.QuoteRefund;
import onsale.reservation.cancel.RefundPolicyStore;
import onsale.reservation.checkout.AbandonCheckout;
import onsale.reservation.checkout.ApplyVerdicts;
import onsale.reservation.checkout.AwaitVerdict;
import onsale.reservation.checkout.CheckOut;
import onsale.reservation.checkout.OrderStore;
import onsale.reservation.checkout.SaleCounters;
import onsale.reservation.hold.ChangeSeats;
import onsale.reservation.hold.ChangeSeatsStore;
import onsale.reservation.hold.ExtendHold;
import onsale.reservation.hold.HoldSeats;
import onsale.reservation.hold.HoldStore;
import onsale.reservation.hold.PickZoneSeats;
import onsale.reservation.hold.ReleaseHold;
import onsale.reservation.inventory.ArrivingInventoryStore;
import onsale.reservation.inventory.ReceiveInventory;
import onsale.reservation.inventory.SoldSeatStore;
import onsale.reservation.inventory.TellSoldSeats;
import onsale.reservation.operator.DecideRefund;
import onsale.reservation.operator.PayRefund;
import onsale.reservation.operator.RefundRequestStore;
import onsale.reservation.operator.RequestRefund;
import onsale.reservation.seatmap.SeatAccess;
import onsale.reservation.seatmap.SeatMapReader;
import onsale.reservation.seatmap.SeatMaps;
import onsale.reservation.seatmap.SeatStream;
import onsale.reservation.ticket.IssueTickets;
import onsale.reservation.ticket.SendTickets;
import onsale.reservation.turn.EntryTokens;

/** The parts of the context, wired as {@link ReservationModule} wires them. */
public final class ReservationParts extends SharedParts implements AutoCloseable {

    public final ReceiveInventory receiveInventory;
    public final TellSoldSeats tellSoldSeats;
    public final CancelReservation cancelReservation;
    public final QuoteRefund quoteRefund;
    public final ArchiveReservations archiveReservations;
    public final RemoveFromList removeFromList;
    public final RequestRefund requestRefund;
    public final DecideRefund decideRefund;
    public final SendTickets sendTickets;
    public final CheckOut checkOut;
    public final AbandonCheckout abandonCheckout;
    public final AwaitVerdict awaitVerdict;
    public final ApplyVerdicts applyVerdicts;
    public final HoldSeats holdSeats;
    public final ChangeSeats changeSeats;
    public final ReleaseHold releaseHold;
    public final ExtendHold extendHold;
    public final AllocateSeats allocateSeats;
    public final ReleaseSeats releaseSeats;
    public final SeatAccess seatAccess;
    public final SeatMaps seatMaps;
    public final SeatStream seatStream;
    final ReservationJobs jobs;

    ReservationParts(
            Database database,
            Jobs messageJobs,
            Redis redis,
            KafkaSettings kafka,
            Secret secret,
            Ids ids,
            Passes passes) {
        super(database, messageJobs, redis, kafka, secret, ids);
        receiveInventory =
                new ReceiveInventory(scheduleStore, new ArrivingInventoryStore(database), outbox);
        tellSoldSeats = new TellSoldSeats(database, new SoldSeatStore(database), outbox);
        cancelReservation =
                new CancelReservation(
                        database, reservations, tickets, endReservations, tellGate, passes);
        quoteRefund =
                new QuoteRefund(
                        database,
                        reservations,
                        new RefundPolicyStore(database, CALENDAR.zone()),
                        passes);
        archiveReservations =
                new ArchiveReservations(
                        archive, SETTINGS.cancelledShownFor(), SETTINGS.unpaidKeptFor());
        removeFromList = new RemoveFromList(database, reservations, archive);
        RefundRequestStore refundRequests = new RefundRequestStore(database);
        PayRefund payRefund = new PayRefund(tickets, endReservations, tellGate);
        requestRefund =
                new RequestRefund(
                        database,
                        reservations,
                        refundRequests,
                        payRefund,
                        SETTINGS.refundAloneUpToWon());
        decideRefund = new DecideRefund(database, reservations, refundRequests, payRefund);
        sendTickets = new SendTickets(database, reservations, outbox, ids::next);
        OrderStore orders = new OrderStore(database, reservations);
        checkOut = new CheckOut(orders, tellGate, passes, ids::next);
        abandonCheckout = new AbandonCheckout(database, reservations, askPayment);
        awaitVerdict = new AwaitVerdict(reservations);
        applyVerdicts =
                new ApplyVerdicts(
                        reservations,
                        archive,
                        orders,
                        new IssueTickets(tickets, passes),
                        askPayment,
                        endReservations,
                        outbox,
                        tellGate,
                        awaitVerdict,
                        new SaleCounters(new SimpleMeterRegistry()));
        PickZoneSeats pickZoneSeats = new PickZoneSeats(seats);
        holdSeats =
                new HoldSeats(
                        schedules,
                        gate,
                        new HoldStore(database, CALENDAR.zone()),
                        reservations,
                        seats,
                        pickZoneSeats,
                        endedTurns,
                        endReservations,
                        outbox,
                        ids::next);
        changeSeats =
                new ChangeSeats(
                        database,
                        reservations,
                        seats,
                        new ChangeSeatsStore(database),
                        pickZoneSeats,
                        schedules,
                        gate,
                        outbox);
        releaseHold = new ReleaseHold(database, reservations, endReservations, tellGate);
        extendHold = new ExtendHold(database, reservations, tellGate);
        AllocationStore allocations = new AllocationStore(database, CALENDAR.zone());
        allocateSeats =
                new AllocateSeats(
                        database,
                        allocations,
                        reservations,
                        seats,
                        schedules,
                        gate,
                        tellGate,
                        new IssueTickets(tickets, passes),
                        outbox,
                        ids::next);
        releaseSeats =
                new ReleaseSeats(
                        database, allocations, reservations, tickets, endReservations, tellGate);
        seatAccess = new SeatAccess(new EntryTokens(passes));
        seatMaps =
                new SeatMaps(
                        schedules, new SeatMapReader(gate, seats, database), SETTINGS.mapEvery());
        seatStream = new SeatStream(schedules, seatMaps, seatAccess);
        jobs =
                new ReservationJobs(
                        endReservations,
                        askPayment,
                        reconcileGates,
                        tellSoldSeats,
                        endedTurns,
                        archiveReservations);
    }

    @Override
    public void close() {
        seatMaps.close();
    }
}
