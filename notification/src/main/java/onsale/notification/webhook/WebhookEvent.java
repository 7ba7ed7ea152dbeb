package onsale.notification.webhook;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.stream.Stream;

/** What integrators are told of. */
public enum WebhookEvent {
    RESERVATION_CONFIRMED("reservation.confirmed"),
    RESERVATION_CANCELLED("reservation.cancelled"),
    RESERVATION_REFUNDED("reservation.refunded"),
    SCHEDULE_CHANGED("schedule.changed"),
    SCHEDULE_CANCELLED("schedule.cancelled");

    private final String type;

    WebhookEvent(String type) {
        this.type = type;
    }

    /** As it stands in what is sent. */
    @JsonValue
    public String type() {
        return type;
    }

    static WebhookEvent of(String type) {
        return Stream.of(values()).filter(one -> one.type.equals(type)).findFirst().orElseThrow();
    }
}
