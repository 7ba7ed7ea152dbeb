package onsale.catalog;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The catalogue.
 *
 * @param timeZone where the shows are: decides the weekday and the day of a show
 * @param statesEvery how often stored states follow the sale times; what fans see always does
 */
@ConfigurationProperties("onsale.catalog")
public record CatalogSettings(
        @DefaultValue("Asia/Seoul") String timeZone, @DefaultValue("5s") Duration statesEvery) {

    public CatalogSettings {
        Check.range("onsale.catalog.states-every", statesEvery, "100ms", "1h");
        try {
            ZoneId.of(timeZone);
        } catch (DateTimeException e) {
            throw new StartFailure(
                    "onsale.catalog.time-zone is \"%s\" but must be a zone such as Asia/Seoul."
                            .formatted(timeZone),
                    e);
        }
    }

    ZoneId zone() {
        return ZoneId.of(timeZone);
    }
}
