package onsale.reservation;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.platform.front.EventStream;
import onsale.platform.front.HotRead;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.pass.Passes;
import onsale.reservation.allocation.AllocateSeats;
import onsale.reservation.allocation.AllocationController;
import onsale.reservation.allocation.AllocationStore;
import onsale.reservation.allocation.ReleaseSeats;
import onsale.reservation.archive.ArchiveStore;
import onsale.reservation.archive.RemoveFromList;
import onsale.reservation.cancel.CancelController;
import onsale.reservation.cancel.CancelReservation;
import onsale.reservation.cancel.CancelledShowController;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.cancel.EndingStore;
import onsale.reservation.cancel.QuoteRefund;
import onsale.reservation.cancel.RefundPolicyStore;
import onsale.reservation.checkin.CheckIn;
import onsale.reservation.checkin.CheckInController;
import onsale.reservation.checkin.CheckInStore;
import onsale.reservation.checkout.AbandonCheckout;
import onsale.reservation.checkout.AwaitVerdict;
import onsale.reservation.checkout.CheckOut;
import onsale.reservation.checkout.CheckoutController;
import onsale.reservation.checkout.OrderStore;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.gate.TellGate;
import onsale.reservation.hold.ChangeSeats;
import onsale.reservation.hold.ChangeSeatsStore;
import onsale.reservation.hold.ExtendHold;
import onsale.reservation.hold.HoldController;
import onsale.reservation.hold.HoldMetrics;
import onsale.reservation.hold.HoldSeats;
import onsale.reservation.hold.HoldStore;
import onsale.reservation.hold.PickZoneSeats;
import onsale.reservation.hold.ReleaseHold;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.operator.DecideRefund;
import onsale.reservation.operator.PayRefund;
import onsale.reservation.operator.RefundRequestController;
import onsale.reservation.operator.RefundRequestStore;
import onsale.reservation.operator.RequestRefund;
import onsale.reservation.payment.AskPayment;
import onsale.reservation.payment.RefundStore;
import onsale.reservation.recommend.HoldBestSeats;
import onsale.reservation.recommend.RecommendController;
import onsale.reservation.recommend.SeatingPlans;
import onsale.reservation.search.ReservationSearchController;
import onsale.reservation.seatmap.SeatAccess;
import onsale.reservation.seatmap.SeatMapController;
import onsale.reservation.seatmap.SeatMapRead;
import onsale.reservation.seatmap.SeatMapReader;
import onsale.reservation.seatmap.SeatMaps;
import onsale.reservation.seatmap.SeatStream;
import onsale.reservation.seatmap.SeatStreamController;
import onsale.reservation.ticket.InternalTicketController;
import onsale.reservation.ticket.IssueTickets;
import onsale.reservation.ticket.SendTickets;
import onsale.reservation.ticket.TicketController;
import onsale.reservation.ticket.TicketMailController;
import onsale.reservation.ticket.TicketPictureController;
import onsale.reservation.ticket.TicketStore;
import onsale.reservation.turn.EndedTurns;
import onsale.reservation.turn.EntryTokens;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of what the context answers over HTTP: controllers, hot reads and streams. */
@Configuration(proxyBeanMethods = false)
class ReservationWeb {

    @Bean
    EntryTokens entryTokens(Passes passes) {
        return new EntryTokens(passes);
    }

    @Bean
    SeatAccess seatAccess(EntryTokens entryTokens) {
        return new SeatAccess(entryTokens);
    }

    @Bean
    SeatMaps seatMaps(
            @Qualifier(ReservationModule.DATABASE) Database database,
            Schedules schedules,
            SeatGate gate,
            SeatStore seats,
            ReservationSettings settings) {
        return new SeatMaps(
                schedules, new SeatMapReader(gate, seats, database), settings.mapEvery());
    }

    @Bean
    HotRead seatMapRead(Schedules schedules, SeatMaps maps, SeatAccess access) {
        return new SeatMapRead(schedules, maps, access);
    }

    @Bean
    EventStream seatStream(Schedules schedules, SeatMaps maps, SeatAccess access) {
        return new SeatStream(schedules, maps, access);
    }

    @Bean
    SeatMapController seatMapController(Schedules schedules, SeatMaps maps, SeatAccess access) {
        return new SeatMapController(schedules, maps, access);
    }

    @Bean
    SeatStreamController seatStreamController(
            Schedules schedules, SeatMaps maps, SeatAccess access) {
        return new SeatStreamController(schedules, maps, access);
    }

    @Bean
    HoldSeats holdSeats(
            @Qualifier(ReservationModule.DATABASE) Database database,
            @Qualifier(ReservationModule.MESSAGES) ContextMessages messages,
            Schedules schedules,
            SeatGate gate,
            ReservationStore reservations,
            SeatStore seats,
            EndedTurns endedTurns,
            EndReservations endReservations,
            CalendarSettings calendar,
            Ids ids) {
        return new HoldSeats(
                schedules,
                gate,
                new HoldStore(database, calendar.zone()),
                reservations,
                seats,
                new PickZoneSeats(seats),
                endedTurns,
                endReservations,
                messages.outbox(),
                ids::next);
    }

    @Bean
    RecommendController recommendController(
            @Qualifier(ReservationModule.DATABASE) Database database,
            Schedules schedules,
            SeatMaps maps,
            HoldSeats holdSeats,
            ReservationStore reservations,
            EntryTokens entryTokens,
            Ids ids) {
        return new RecommendController(
                schedules,
                maps,
                new SeatingPlans(database),
                new HoldBestSeats(holdSeats, reservations),
                entryTokens,
                ids);
    }

    @Bean
    HoldController holdController(
            @Qualifier(ReservationModule.DATABASE) Database database,
            @Qualifier(ReservationModule.MESSAGES) ContextMessages messages,
            HoldSeats holdSeats,
            Schedules schedules,
            SeatGate gate,
            TellGate tellGate,
            ReservationStore reservations,
            SeatStore seats,
            EndReservations endReservations,
            EntryTokens entryTokens,
            Ids ids,
            MeterRegistry registry) {
        return new HoldController(
                holdSeats,
                new ChangeSeats(
                        database,
                        reservations,
                        seats,
                        new ChangeSeatsStore(database),
                        new PickZoneSeats(seats),
                        schedules,
                        gate,
                        messages.outbox()),
                new ReleaseHold(database, reservations, endReservations, tellGate),
                new ExtendHold(database, reservations, tellGate),
                schedules,
                entryTokens,
                ids,
                new HoldMetrics(registry));
    }

    @Bean
    CheckoutController checkoutController(
            @Qualifier(ReservationModule.DATABASE) Database database,
            ReservationStore reservations,
            OrderStore orders,
            AskPayment askPayment,
            TellGate tellGate,
            Passes passes,
            Ids ids) {
        return new CheckoutController(
                new CheckOut(orders, tellGate, passes, ids::next),
                new AbandonCheckout(database, reservations, askPayment));
    }

    @Bean
    CancelController cancelController(
            @Qualifier(ReservationModule.DATABASE) Database database,
            ReservationStore reservations,
            TicketStore tickets,
            EndReservations endReservations,
            TellGate tellGate,
            CalendarSettings calendar,
            Passes passes) {
        return new CancelController(
                new QuoteRefund(
                        database,
                        reservations,
                        new RefundPolicyStore(database, calendar.zone()),
                        passes),
                new CancelReservation(
                        database, reservations, tickets, endReservations, tellGate, passes));
    }

    @Bean
    CancelledShowController cancelledShowController(EndingStore store) {
        return new CancelledShowController(store);
    }

    @Bean
    AllocationController allocationController(
            @Qualifier(ReservationModule.DATABASE) Database database,
            @Qualifier(ReservationModule.MESSAGES) ContextMessages messages,
            ReservationStore reservations,
            SeatStore seats,
            Schedules schedules,
            SeatGate gate,
            TellGate tellGate,
            TicketStore tickets,
            EndReservations endReservations,
            CalendarSettings calendar,
            Passes passes,
            Ids ids) {
        AllocationStore store = new AllocationStore(database, calendar.zone());
        return new AllocationController(
                new AllocateSeats(
                        database,
                        store,
                        reservations,
                        seats,
                        schedules,
                        gate,
                        tellGate,
                        new IssueTickets(tickets, passes),
                        messages.outbox(),
                        ids::next),
                new ReleaseSeats(database, store, reservations, tickets, endReservations, tellGate),
                store,
                ids);
    }

    @Bean
    CheckInController checkInController(
            @Qualifier(ReservationModule.DATABASE) Database database, Passes passes, Clock clock) {
        CheckInStore store = new CheckInStore(database);
        return new CheckInController(
                new CheckIn(database, store, passes), store, clock, new AuditTrail(database));
    }

    @Bean
    TicketController ticketController(ReservationStore reservations, TicketStore tickets) {
        return new TicketController(reservations, tickets);
    }

    @Bean
    TicketPictureController ticketPictureController(
            TicketStore tickets, CalendarSettings calendar) {
        return new TicketPictureController(tickets, calendar.zone());
    }

    @Bean
    InternalTicketController internalTicketController(
            TicketStore tickets, CalendarSettings calendar) {
        return new InternalTicketController(tickets, calendar.zone());
    }

    @Bean
    ReservationSearchController reservationSearchController(
            ReservationStore reservations, RefundStore refunds) {
        return new ReservationSearchController(reservations, refunds);
    }

    @Bean
    RefundRequestController refundRequestController(
            @Qualifier(ReservationModule.DATABASE) Database database,
            ReservationStore reservations,
            TicketStore tickets,
            EndReservations endReservations,
            TellGate tellGate,
            ReservationSettings settings) {
        RefundRequestStore requests = new RefundRequestStore(database);
        PayRefund payRefund = new PayRefund(tickets, endReservations, tellGate);
        return new RefundRequestController(
                new RequestRefund(
                        database, reservations, requests, payRefund, settings.refundAloneUpToWon()),
                new DecideRefund(database, reservations, requests, payRefund),
                requests,
                reservations);
    }

    @Bean
    TicketMailController ticketMailController(
            @Qualifier(ReservationModule.DATABASE) Database database,
            @Qualifier(ReservationModule.MESSAGES) ContextMessages messages,
            ReservationStore reservations,
            Ids ids) {
        return new TicketMailController(
                new SendTickets(database, reservations, messages.outbox(), ids::next));
    }

    @Bean
    ReservationController reservationController(
            @Qualifier(ReservationModule.DATABASE) Database database,
            ReservationStore reservations,
            RefundStore refunds,
            AwaitVerdict awaitVerdict,
            ArchiveStore archive,
            CalendarSettings calendar,
            ReservationSettings settings) {
        return new ReservationController(
                reservations,
                refunds,
                awaitVerdict,
                new RemoveFromList(database, reservations, archive),
                new RefundPolicyStore(database, calendar.zone()),
                settings.cancelledShownFor());
    }
}
