package onsale.reservation;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import onsale.contracts.Context;
import onsale.contracts.EntryEnded;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.OrderClosed;
import onsale.contracts.OrderPaid;
import onsale.contracts.OrderRefunded;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.integrity.ContextIntegrity;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.StaleOutbox;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Redis;
import onsale.platform.warmup.WarmUp;
import onsale.reservation.archive.ArchiveReservations;
import onsale.reservation.archive.ArchiveStore;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.cancel.EndingStore;
import onsale.reservation.checkout.ApplyVerdicts;
import onsale.reservation.checkout.AwaitVerdict;
import onsale.reservation.checkout.OrderStore;
import onsale.reservation.checkout.SaleCounters;
import onsale.reservation.gate.MendGate;
import onsale.reservation.gate.RebuildGate;
import onsale.reservation.gate.ReconcileGates;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.gate.TellGate;
import onsale.reservation.inventory.ArrivingInventoryStore;
import onsale.reservation.inventory.ReceiveInventory;
import onsale.reservation.inventory.ScheduleLoader;
import onsale.reservation.inventory.ScheduleStore;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.inventory.SoldSeatStore;
import onsale.reservation.inventory.TellSoldSeats;
import onsale.reservation.payment.AskAgain;
import onsale.reservation.payment.AskPayment;
import onsale.reservation.payment.CloseOrderStore;
import onsale.reservation.payment.RefundStore;
import onsale.reservation.ticket.IssueTickets;
import onsale.reservation.ticket.TicketStore;
import onsale.reservation.turn.EndedTurns;
import onsale.reservation.warmup.HoldWarmUp;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wiring of the reservation context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReservationSettings.class)
@Import(ReservationWeb.class)
public class ReservationModule {

    public static final ContextSchema SCHEMA =
            new ContextSchema("reservation_service", "reservation_svc_user");

    /** Effects of messages are remembered under this name: never change it. */
    private static final String GROUP = Context.RESERVATION;

    static final String DATABASE = "reservationDatabase";
    private static final String JOBS = "reservationJobs";
    static final String MESSAGES = "reservationMessages";

    @Bean(DATABASE)
    Database reservationDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean(JOBS)
    Jobs reservationJobs(@Qualifier(DATABASE) Database database) {
        return new Jobs(database);
    }

    @Bean(MESSAGES)
    ContextMessages reservationMessages(
            @Qualifier(DATABASE) Database database,
            @Qualifier(JOBS) Jobs jobs,
            Ids ids,
            MessageKeys keys,
            KafkaSettings kafka,
            MessagingSettings messaging) {
        return new ContextMessages(database, ids::next, keys.of(GROUP), kafka, messaging, jobs);
    }

    @Bean
    Handlers reservationHandlers(
            @Qualifier(MESSAGES) ContextMessages messages,
            ReceiveInventory inventory,
            EndedTurns endedTurns,
            ApplyVerdicts verdicts,
            AskPayment askPayment) {
        Handlers handlers =
                new Handlers()
                        .on(SchedulePublished.class, inventory::published)
                        .on(InventoryChunk.class, inventory::chunkArrived)
                        .on(InventoryComplete.class, inventory::announced)
                        .on(ScheduleCancelled.class, inventory::cancelled)
                        .on(EntryEnded.class, endedTurns::ended)
                        .onAll(OrderPaid.class, verdicts::paidTogether)
                        .on(OrderClosed.class, verdicts::closed)
                        .on(OrderRefunded.class, askPayment::refunded);
        messages.consume(
                GROUP,
                List.of(Topic.CATALOG_EVENTS, Topic.PAYMENT_EVENTS, Topic.QUEUE_EVENTS),
                handlers);
        return handlers;
    }

    @Bean
    ReservationStore reservationStore(@Qualifier(DATABASE) Database database) {
        return new ReservationStore(database);
    }

    @Bean
    SeatStore reservationSeatStore(@Qualifier(DATABASE) Database database) {
        return new SeatStore(database);
    }

    // ---- inventory

    @Bean
    ScheduleStore reservationScheduleStore(@Qualifier(DATABASE) Database database) {
        return new ScheduleStore(database);
    }

    @Bean
    Schedules reservationSchedules(@Qualifier(DATABASE) Database database) {
        return new Schedules(new ScheduleLoader(database));
    }

    @Bean
    ReceiveInventory receiveInventory(
            @Qualifier(DATABASE) Database database,
            @Qualifier(MESSAGES) ContextMessages messages,
            ScheduleStore schedules) {
        return new ReceiveInventory(
                schedules, new ArrivingInventoryStore(database), messages.outbox());
    }

    @Bean
    TellSoldSeats tellSoldSeats(
            @Qualifier(DATABASE) Database database, @Qualifier(MESSAGES) ContextMessages messages) {
        return new TellSoldSeats(database, new SoldSeatStore(database), messages.outbox());
    }

    // ---- the gate

    @Bean
    SeatGate seatGate(Redis redis) {
        return new SeatGate(redis);
    }

    @Bean
    TellGate tellSeatGate(Schedules schedules, SeatGate gate) {
        return new TellGate(schedules, gate);
    }

    @Bean
    MendGate mendSeatGate(Schedules schedules, SeatStore seats, SeatGate gate) {
        return new MendGate(schedules, seats, gate);
    }

    @Bean
    ReconcileGates reconcileSeatGates(
            ScheduleStore scheduleStore,
            Schedules schedules,
            ReservationStore reservations,
            SeatStore seats,
            SeatGate gate,
            MendGate mendGate) {
        return new ReconcileGates(
                scheduleStore,
                schedules,
                reservations,
                gate,
                new RebuildGate(seats, gate),
                mendGate);
    }

    // ---- payment, tickets, the end of reservations

    @Bean
    AskAgain askPaymentAgain(ReservationSettings settings) {
        return new AskAgain(settings.askAgainAfter(), settings.askAgainAtLeastEvery());
    }

    @Bean
    RefundStore reservationRefundStore(@Qualifier(DATABASE) Database database, AskAgain askAgain) {
        return new RefundStore(database, askAgain);
    }

    @Bean
    AskPayment askPayment(
            @Qualifier(DATABASE) Database database,
            @Qualifier(MESSAGES) ContextMessages messages,
            RefundStore refunds,
            AskAgain askAgain) {
        return new AskPayment(
                database, new CloseOrderStore(database, askAgain), refunds, messages.outbox());
    }

    @Bean
    TicketStore ticketStore(@Qualifier(DATABASE) Database database) {
        return new TicketStore(database);
    }

    @Bean
    EndingStore reservationEndingStore(@Qualifier(DATABASE) Database database) {
        return new EndingStore(database);
    }

    @Bean
    EndReservations endReservations(
            @Qualifier(DATABASE) Database database,
            @Qualifier(MESSAGES) ContextMessages messages,
            ReservationStore reservations,
            SeatStore seats,
            TicketStore tickets,
            EndingStore store,
            AskPayment askPayment,
            TellGate tellGate) {
        return new EndReservations(
                database,
                reservations,
                seats,
                tickets,
                store,
                askPayment,
                messages.outbox(),
                tellGate);
    }

    @Bean
    ArchiveStore archiveStore(@Qualifier(DATABASE) Database database) {
        return new ArchiveStore(database);
    }

    @Bean
    OrderStore reservationOrderStore(
            @Qualifier(DATABASE) Database database, ReservationStore reservations) {
        return new OrderStore(database, reservations);
    }

    @Bean
    AwaitVerdict awaitVerdict(ReservationStore reservations) {
        return new AwaitVerdict(reservations);
    }

    @Bean
    ApplyVerdicts applyVerdicts(
            @Qualifier(MESSAGES) ContextMessages messages,
            ReservationStore reservations,
            OrderStore orders,
            TicketStore tickets,
            AskPayment askPayment,
            EndReservations endReservations,
            TellGate tellGate,
            AwaitVerdict awaitVerdict,
            ArchiveStore archive,
            Passes passes,
            MeterRegistry registry) {
        return new ApplyVerdicts(
                reservations,
                archive,
                orders,
                new IssueTickets(tickets, passes),
                askPayment,
                endReservations,
                messages.outbox(),
                tellGate,
                awaitVerdict,
                new SaleCounters(registry));
    }

    @Bean
    EndedTurns endedTurns(@Qualifier(DATABASE) Database database) {
        return new EndedTurns(database);
    }

    // ---- periodic work, repair, warm-up, metrics

    @Bean
    HeldSeats heldSeats(ReservationStore reservations, MeterRegistry registry) {
        return new HeldSeats(reservations, registry);
    }

    @Bean
    ReservationJobs reservationWork(
            @Qualifier(JOBS) Jobs jobs,
            ReservationSettings settings,
            EndReservations endReservations,
            AskPayment askPayment,
            ReconcileGates reconcileGates,
            TellSoldSeats tellSoldSeats,
            EndedTurns endedTurns,
            ArchiveStore archive) {
        ReservationJobs work =
                new ReservationJobs(
                        endReservations,
                        askPayment,
                        reconcileGates,
                        tellSoldSeats,
                        endedTurns,
                        new ArchiveReservations(
                                archive, settings.cancelledShownFor(), settings.unpaidKeptFor()));
        work.start(jobs, settings);
        return work;
    }

    @Bean
    ContextIntegrity reservationIntegrity(
            @Qualifier(DATABASE) Database database,
            ReservationStore reservations,
            EndReservations endReservations,
            AskPayment askPayment,
            ScheduleStore scheduleStore,
            Schedules schedules,
            MendGate mendGate,
            TellGate tellGate,
            TellSoldSeats tellSoldSeats) {
        RepairReservations repair =
                new RepairReservations(
                        database,
                        reservations,
                        endReservations,
                        askPayment,
                        scheduleStore,
                        schedules,
                        mendGate,
                        tellGate,
                        tellSoldSeats);
        return ContextIntegrity.of(StaleOutbox.repair(database))
                .and(repair.all())
                .looking(repair.gates());
    }

    @Bean
    WarmUp holdWarmUp(
            Databases databases,
            MessageKeys keys,
            Redis redis,
            Passes passes,
            Ids ids,
            ReservationSettings settings,
            CalendarSettings calendar) {
        return new HoldWarmUp(databases, SCHEMA, keys, redis, passes, ids, settings, calendar);
    }
}
