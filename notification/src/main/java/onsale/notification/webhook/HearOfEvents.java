package onsale.notification.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import onsale.contracts.OrderRefunded;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps what messages say for integrators. What is sent is made here, once, so that a repetition is
 * the same to the byte. It names no person.
 */
public final class HearOfEvents {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final WebhookDeliveryStore deliveries;

    HearOfEvents(WebhookDeliveryStore deliveries) {
        this.deliveries = deliveries;
    }

    public void confirmed(ReservationConfirmed told) {
        Map<String, Object> data = new TreeMap<>();
        data.put("reservationId", told.reservationId());
        data.put("reservationNumber", told.reservationNumber());
        data.put("scheduleId", told.eventScheduleId());
        data.put("totalAmount", told.totalAmount());
        data.put("seats", told.seats());
        record(
                WebhookEvent.RESERVATION_CONFIRMED,
                told.reservationId().toString(),
                told.eventScheduleId(),
                told.reservationId(),
                told.confirmedAt(),
                data);
    }

    public void cancelled(ReservationCancelled told) {
        if (!told.wasConfirmed() || told.seatIds().isEmpty()) {
            return;
        }
        Map<String, Object> data = new TreeMap<>();
        data.put("reservationId", told.reservationId());
        data.put("scheduleId", told.eventScheduleId());
        data.put("seatIds", told.seatIds());
        data.put("reason", told.reason());
        record(
                WebhookEvent.RESERVATION_CANCELLED,
                told.reservationId() + " " + told.seatIds().getFirst(),
                told.eventScheduleId(),
                told.reservationId(),
                told.cancelledAt(),
                data);
    }

    /**
     * Keeps the news of a refund.
     *
     * @param scheduleId of its reservation
     */
    public void refunded(OrderRefunded told, UUID scheduleId) {
        Map<String, Object> data = new TreeMap<>();
        data.put("reservationId", told.reservationId());
        data.put("paymentId", told.paymentId());
        data.put("amount", told.amount());
        data.put("paidForNothing", told.strayRefundId() != null);
        UUID refund =
                told.strayRefundId() == null ? told.refundIdOrDefault() : told.strayRefundId();
        record(
                WebhookEvent.RESERVATION_REFUNDED,
                refund.toString(),
                scheduleId,
                told.reservationId(),
                told.refundedAt(),
                data);
    }

    public void changed(SchedulePublished told, Instant at) {
        Map<String, Object> data = new TreeMap<>();
        data.put("scheduleId", told.scheduleId());
        data.put("eventId", told.eventId());
        data.put("version", told.version());
        data.put("startsAt", told.startsAt().toString());
        data.put("venue", told.venue());
        data.put("hall", told.hall());
        record(
                WebhookEvent.SCHEDULE_CHANGED,
                told.scheduleId() + " " + told.version(),
                told.scheduleId(),
                told.scheduleId(),
                at,
                data);
    }

    public void cancelled(ScheduleCancelled told) {
        Map<String, Object> data = new TreeMap<>();
        data.put("scheduleId", told.scheduleId());
        data.put("eventId", told.eventId());
        data.put("reason", told.reason());
        record(
                WebhookEvent.SCHEDULE_CANCELLED,
                told.scheduleId().toString(),
                told.scheduleId(),
                told.scheduleId(),
                told.cancelledAt(),
                data);
    }

    private void record(
            WebhookEvent type,
            String about,
            UUID scheduleId,
            UUID orderKey,
            Instant at,
            Map<String, Object> data) {
        UUID id =
                UUID.nameUUIDFromBytes(
                        (type.type() + "\n" + about).getBytes(StandardCharsets.UTF_8));
        Map<String, Object> body = new TreeMap<>();
        body.put("type", type.type());
        body.put("timestamp", at.toString());
        body.put("data", data);
        deliveries.happened(id, type, scheduleId, orderKey, JSON.writeValueAsString(body));
    }
}
