package onsale.platform;

import java.time.ZoneId;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The time zone of the halls.
 *
 * @param timeZone determines the day and weekday of a show, the date in a reservation's number and
 *     when a night begins
 */
@ConfigurationProperties("onsale")
public record CalendarSettings(@DefaultValue("Asia/Seoul") String timeZone) {

    public CalendarSettings {
        // Only names: Java and PostgreSQL interpret offsets such as UTC+9 differently.
        if (!ZoneId.getAvailableZoneIds().contains(timeZone)) {
            throw new StartFailure(
                    "onsale.time-zone is \"%s\" but must be a zone such as Asia/Seoul."
                            .formatted(timeZone));
        }
    }

    public ZoneId zone() {
        return ZoneId.of(timeZone);
    }
}
