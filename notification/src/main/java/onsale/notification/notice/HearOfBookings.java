package onsale.notification.notice;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import onsale.contracts.OrderRefunded;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.notification.notice.PurchaseStore.Purchase;
import onsale.notification.webhook.HearOfEvents;
import onsale.platform.messaging.Handlers;

/**
 * Tells people, and the endpoints of integrators, what messages of other contexts say of their
 * bookings and shows.
 */
public final class HearOfBookings {

    private static final String SHOW_CANCELLED = "SHOW_CANCELLED";

    private final PurchaseStore purchases;
    private final ShowStore shows;
    private final TellPeople tell;
    private final HearOfEvents events;
    private final InstantSource clock;
    private final Duration usefulFor;

    /**
     * @param usefulFor how long a notice is worth sending, unless its show begins earlier
     */
    public HearOfBookings(
            PurchaseStore purchases,
            ShowStore shows,
            TellPeople tell,
            HearOfEvents events,
            InstantSource clock,
            Duration usefulFor) {
        this.purchases = purchases;
        this.shows = shows;
        this.tell = tell;
        this.events = events;
        this.clock = clock;
        this.usefulFor = usefulFor;
    }

    public Handlers addTo(Handlers handlers) {
        return handlers.on(ReservationConfirmed.class, this::confirmed)
                .on(ReservationCancelled.class, this::cancelled)
                .on(OrderRefunded.class, this::refunded)
                .on(SchedulePublished.class, this::published)
                .on(ScheduleCancelled.class, this::cancelled);
    }

    /** Whom of its visitors to tell of a change is found by a job: they may be thousands. */
    void published(SchedulePublished told) {
        if (shows.published(told)) {
            events.changed(told, clock.instant());
        }
    }

    void cancelled(ScheduleCancelled told) {
        shows.cancelled(told);
        events.cancelled(told);
    }

    void confirmed(ReservationConfirmed told) {
        events.confirmed(told);
        shows.bought(told);
        purchases.confirmed(told);
        Purchase bought = purchases.find(told.reservationId()).orElseThrow();
        Map<String, String> values = values(bought);
        values.put("seats", bought.labels());
        values.put("totalWon", Long.toString(told.totalAmount()));
        tell(
                Notice.BOOKING_CONFIRMED,
                told.reservationId().toString(),
                bought,
                values,
                told.confirmedAt());
    }

    void cancelled(ReservationCancelled told) {
        events.cancelled(told);
        purchases.cancelled(told);
        if (!told.wasConfirmed() || told.seatIds().isEmpty()) {
            return;
        }
        Purchase bought = purchases.find(told.reservationId()).orElseThrow();
        Map<String, String> values = values(bought);
        if (told.reason().equals(SHOW_CANCELLED)) {
            tell(
                    Notice.SHOW_CANCELLED,
                    bought.reservationId().toString(),
                    bought,
                    values,
                    told.cancelledAt());
            return;
        }
        values.put("seats", bought.labels(new HashSet<>(told.seatIds())));
        String about = told.reservationId() + " " + told.seatIds().getFirst();
        tell(Notice.BOOKING_CANCELLED, about, bought, values, told.cancelledAt());
    }

    /** Also of money that paid for nothing: who had held the seats gets it back. */
    void refunded(OrderRefunded told) {
        Optional<Purchase> bought = purchases.find(told.reservationId());
        if (bought.isEmpty()) {
            return; // of before this context listened
        }
        events.refunded(told, bought.get().scheduleId());
        Map<String, String> values = values(bought.get());
        values.put("refundWon", Long.toString(told.amount()));
        String refund =
                (told.strayRefundId() == null ? told.refundIdOrDefault() : told.strayRefundId())
                        .toString();
        tell(Notice.REFUNDED, refund, bought.get(), values, told.refundedAt());
    }

    private void tell(
            Notice notice, String about, Purchase bought, Map<String, String> values, Instant at) {
        tell.run(notice, about, bought.userId(), values, at.plus(usefulFor));
    }

    /** What is known of a purchase and its show. */
    private Map<String, String> values(Purchase bought) {
        Map<String, String> values = new HashMap<>();
        values.put("reservationId", bought.reservationId().toString());
        values.put("number", Objects.requireNonNullElse(bought.number(), "-"));
        shows.find(bought.scheduleId()).ifPresent(show -> values.putAll(valuesOf(show)));
        values.putIfAbsent("title", "-");
        return values;
    }

    static Map<String, String> valuesOf(Show show) {
        return Map.of(
                "title", show.title(),
                "venue", show.venue(),
                "startsTime", show.startsAt().toString());
    }
}
