package onsale.reservation;

import java.time.Duration;
import onsale.contracts.Context;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Outbox;
import onsale.platform.redis.Redis;
import onsale.platform.settings.Secret;
import onsale.reservation.archive.ArchiveStore;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.cancel.EndingStore;
import onsale.reservation.gate.MendGate;
import onsale.reservation.gate.RebuildGate;
import onsale.reservation.gate.ReconcileGates;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.gate.TellGate;
import onsale.reservation.inventory.ScheduleLoader;
import onsale.reservation.inventory.ScheduleStore;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.payment.AskAgain;
import onsale.reservation.payment.AskPayment;
import onsale.reservation.payment.CloseOrderStore;
import onsale.reservation.payment.RefundStore;
import onsale.reservation.ticket.TicketStore;
import onsale.reservation.turn.EndedTurns;

/** The parts that several features share; see {@link ReservationParts}. */
abstract sealed class SharedParts permits ReservationParts {

    static final ReservationSettings SETTINGS =
            new ReservationSettings(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(10),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(5),
                    Duration.ofMillis(50),
                    Duration.ofDays(7),
                    Duration.ofDays(90),
                    2 * Hall.PRICE);

    static final CalendarSettings CALENDAR = new CalendarSettings("Asia/Seoul");

    private static final MessagingSettings MESSAGING =
            new MessagingSettings(
                    Duration.ofSeconds(2),
                    Duration.ofMillis(500),
                    500,
                    Duration.ofSeconds(5),
                    Duration.ofDays(7),
                    Duration.ofDays(30));

    public final Outbox outbox;
    public final ReservationStore reservations;
    public final ArchiveStore archive;
    public final SeatStore seats;
    public final ScheduleStore scheduleStore;
    public final Schedules schedules;
    public final SeatGate gate;
    public final TellGate tellGate;
    public final MendGate mendGate;
    public final ReconcileGates reconcileGates;
    public final RefundStore refunds;
    public final AskPayment askPayment;
    public final TicketStore tickets;
    public final EndingStore endings;
    public final EndReservations endReservations;
    public final EndedTurns endedTurns;

    SharedParts(
            Database database,
            Jobs messageJobs,
            Redis redis,
            KafkaSettings kafka,
            Secret secret,
            Ids ids) {
        outbox =
                new ContextMessages(
                                database,
                                ids::next,
                                MessageKeys.derived(secret, kafka).of(Context.RESERVATION),
                                kafka,
                                MESSAGING,
                                messageJobs)
                        .outbox();
        reservations = new ReservationStore(database);
        archive = new ArchiveStore(database);
        seats = new SeatStore(database);
        scheduleStore = new ScheduleStore(database);
        schedules = new Schedules(new ScheduleLoader(database));
        gate = new SeatGate(redis);
        tellGate = new TellGate(schedules, gate);
        mendGate = new MendGate(schedules, seats, gate);
        reconcileGates =
                new ReconcileGates(
                        scheduleStore,
                        schedules,
                        reservations,
                        gate,
                        new RebuildGate(seats, gate),
                        mendGate);
        AskAgain askAgain = new AskAgain(SETTINGS.askAgainAfter(), SETTINGS.askAgainAtLeastEvery());
        refunds = new RefundStore(database, askAgain);
        askPayment =
                new AskPayment(database, new CloseOrderStore(database, askAgain), refunds, outbox);
        tickets = new TicketStore(database);
        endings = new EndingStore(database);
        endReservations =
                new EndReservations(
                        database,
                        reservations,
                        seats,
                        tickets,
                        endings,
                        askPayment,
                        outbox,
                        tellGate);
        endedTurns = new EndedTurns(database);
    }
}
