package onsale.notification;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of what people are told.
 *
 * @param remindBeforeShow how long before a show its visitors are reminded
 * @param remindBeforeSale how long before a sale opens those are told who asked for it
 * @param usefulFor how long the news of a booking is worth sending
 * @param remindersMax sales that one person can be reminded of
 * @param devicesMax devices of one person that take pushes
 * @param purchasesKeptFor how long a purchase is remembered after its show
 */
@ConfigurationProperties("onsale.notices")
public record NoticeSettings(
        @DefaultValue("24h") Duration remindBeforeShow,
        @DefaultValue("10m") Duration remindBeforeSale,
        @DefaultValue("3d") Duration usefulFor,
        @DefaultValue("100") int remindersMax,
        @DefaultValue("10") int devicesMax,
        @DefaultValue("90d") Duration purchasesKeptFor) {

    public NoticeSettings {
        Check.range("onsale.notices.remind-before-show", remindBeforeShow, "1h", "14d");
        Check.range("onsale.notices.remind-before-sale", remindBeforeSale, "1m", "1d");
        Check.range("onsale.notices.useful-for", usefulFor, "1h", "30d");
        Check.range("onsale.notices.reminders-max", remindersMax, 1, 10_000);
        Check.range("onsale.notices.devices-max", devicesMax, 1, 100);
        Check.range("onsale.notices.purchases-kept-for", purchasesKeptFor, "1d", "3650d");
    }
}
