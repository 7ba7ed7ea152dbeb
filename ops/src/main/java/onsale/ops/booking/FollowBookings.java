package onsale.ops.booking;

import java.util.List;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.Topic;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.Handlers;

/** Keeps the projection by what reservation tells; seats that were allocated are not in it. */
public final class FollowBookings {

    /** Effects of messages are remembered under this name: never change it. */
    private static final String GROUP = Context.OPS;

    /** For messages that were sent before they said how a reservation was paid. */
    static final String UNKNOWN_CHANNEL = "UNKNOWN";

    private final BookingStore store;

    public FollowBookings(BookingStore store) {
        this.store = store;
    }

    public void consume(ContextMessages messages) {
        messages.consume(
                GROUP,
                List.of(Topic.RESERVATION_EVENTS),
                new Handlers()
                        .on(ReservationConfirmed.class, this::confirmed)
                        .on(ReservationCancelled.class, this::cancelled));
    }

    void confirmed(ReservationConfirmed told) {
        if (!told.wasSold()) {
            return;
        }
        String channel = told.channel() == null ? UNKNOWN_CHANNEL : told.channel();
        UUID reservation = told.reservationId();
        store.shareWithRebuild();
        store.sold(
                told.eventScheduleId(),
                told.seats().stream()
                        .map(seat ->
                                new BookingSeat(
                                        reservation,
                                        seat.seatId(),
                                        seat.grade(),
                                        channel,
                                        seat.priceWon(),
                                        told.confirmedAt(),
                                        null))
                        .toList());
    }

    /** An allocation that is given back leaves rows without a sale, which are in no sum. */
    void cancelled(ReservationCancelled told) {
        if (told.wasConfirmed()) {
            store.shareWithRebuild();
            store.returned(
                    told.eventScheduleId(),
                    told.reservationId(),
                    told.seatIds(),
                    told.cancelledAt());
        }
    }
}
