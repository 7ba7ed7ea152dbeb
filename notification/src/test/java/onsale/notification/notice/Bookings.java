package onsale.notification.notice;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import onsale.contracts.OrderRefunded;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.SchedulePublished;
import onsale.notification.NoticeSettings;
import onsale.notification.delivery.Channel;
import onsale.notification.delivery.DeliveryStore;
import onsale.notification.person.Reminders;
import onsale.notification.webhook.HearOfEvents;
import onsale.notification.webhook.WebhookRig;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tells of shows and bookings as the other contexts do. */
public final class Bookings {

    private static final long PRICE = 150_000;

    private final Database database;
    private final HearOfBookings hear;
    private final RemindPeople remind;
    private final Reminders reminders;
    private final Map<UUID, ReservationConfirmed> bought = new HashMap<>();
    private final Map<UUID, Instant> starts = new HashMap<>();

    public Bookings(Database database, Set<Channel> offered) {
        this.database = database;
        PurchaseStore purchases = new PurchaseStore(database);
        TellPeople tell = new TellPeople(new DeliveryStore(database), offered);
        HearOfEvents events = WebhookRig.hearing(database);
        this.hear =
                new HearOfBookings(
                        purchases,
                        new ShowStore(database),
                        tell,
                        events,
                        Clock.systemUTC(),
                        Duration.ofDays(3));
        this.reminders = new Reminders(database);
        NoticeSettings settings =
                new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("onsale.notices", NoticeSettings.class);
        this.remind = new RemindPeople(database, purchases, reminders.store(), tell, settings);
    }

    public UUID show(Instant startsAt, int version) {
        return show(startsAt, version, null);
    }

    public UUID show(Instant startsAt, int version, @Nullable UUID owner) {
        UUID id = UUID.randomUUID();
        starts.put(id, startsAt);
        hear.published(message(id, startsAt, version, owner));
        return id;
    }

    public void published(UUID show, Instant startsAt, int version) {
        hear.published(message(show, startsAt, version, null));
    }

    public void published(UUID show, Instant startsAt, int version, UUID owner) {
        hear.published(message(show, startsAt, version, owner));
    }

    public Instant opens(UUID show) {
        return start(show).minus(Duration.ofDays(20)).truncatedTo(ChronoUnit.MILLIS);
    }

    private static SchedulePublished message(
            UUID id, Instant startsAt, int version, @Nullable UUID owner) {
        Instant opens = startsAt.minus(Duration.ofDays(20));
        return new SchedulePublished(
                id,
                UUID.randomUUID(),
                version,
                "달빛 정원 Moon Garden",
                "한빛홀",
                "대극장",
                "",
                startsAt,
                opens,
                startsAt.minus(Duration.ofHours(1)),
                true,
                300,
                4,
                List.of(new SchedulePublished.Grade("R", PRICE)),
                startsAt.plus(Duration.ofHours(2)),
                null,
                null,
                owner);
    }

    public UUID bought(UUID fan, UUID show) {
        UUID reservation = UUID.randomUUID();
        List<UUID> seats = List.of(UUID.randomUUID(), UUID.randomUUID());
        ReservationConfirmed told =
                new ReservationConfirmed(
                        reservation,
                        "B-20261101-%06d".formatted(bought.size() + 1),
                        fan,
                        show,
                        seats,
                        PRICE,
                        UUID.randomUUID(),
                        Instant.now(),
                        null,
                        "달빛 정원 Moon Garden",
                        "한빛홀",
                        start(show),
                        seats.stream()
                                .map(seat ->
                                        new ReservationConfirmed.Seat(
                                                seat, "1F A 3 12", "R", PRICE))
                                .toList());
        bought.put(reservation, told);
        hear.confirmed(told);
        return reservation;
    }

    public void boughtAgain(UUID reservation) {
        hear.confirmed(told(reservation));
    }

    private ReservationConfirmed told(UUID reservation) {
        return Objects.requireNonNull(bought.get(reservation));
    }

    private Instant start(UUID show) {
        return Objects.requireNonNull(starts.get(show));
    }

    public void cancelled(UUID reservation, UUID fan, UUID show, String reason, int seat) {
        List<UUID> seats = List.of(told(reservation).seatIds().get(seat));
        hear.cancelled(
                new ReservationCancelled(
                        reservation, fan, show, seats, reason, true, Instant.now()));
    }

    public void expired(UUID reservation, UUID fan, UUID show) {
        hear.cancelled(
                new ReservationCancelled(
                        reservation,
                        fan,
                        show,
                        List.of(UUID.randomUUID()),
                        "EXPIRED",
                        false,
                        Instant.now()));
    }

    public OrderRefunded refundOf(UUID reservation, long amount) {
        return new OrderRefunded(
                UUID.randomUUID(),
                reservation,
                UUID.randomUUID(),
                amount,
                Instant.now(),
                null,
                UUID.randomUUID());
    }

    public void refunded(OrderRefunded refund) {
        hear.refunded(refund);
    }

    public int remind(Instant now) {
        return remind.run(now);
    }

    public boolean remindOfSale(UUID fan, UUID show, int max) {
        return reminders.add(fan, show, max);
    }

    public void choose(UUID fan, String matter, String... channels) {
        database.sql()
                .sql("insert into choices (user_id, matter, channels) values (?, ?, ?)")
                .params(fan, matter, channels)
                .update();
    }
}
