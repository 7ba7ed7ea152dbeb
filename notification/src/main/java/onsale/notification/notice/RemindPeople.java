package onsale.notification.notice;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import onsale.notification.NoticeSettings;
import onsale.notification.notice.PurchaseStore.Due;
import onsale.notification.person.SaleReminderStore;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/**
 * Tells people what the time or a change of their show makes due: that the show was changed, that
 * it is the day after, that a sale opens which they want to be reminded of. What is told and that
 * it was told share a transaction.
 */
public final class RemindPeople {

    private static final int ROWS_MAX = 200;

    private final Database database;
    private final PurchaseStore purchases;
    private final SaleReminderStore reminders;
    private final TellPeople tell;
    private final NoticeSettings settings;

    public RemindPeople(
            Database database,
            PurchaseStore purchases,
            SaleReminderStore reminders,
            TellPeople tell,
            NoticeSettings settings) {
        this.database = database;
        this.purchases = purchases;
        this.reminders = reminders;
        this.tell = tell;
        this.settings = settings;
    }

    /** A portion of each; returns how many people were told. */
    public int run(Instant now) {
        return database.inTransaction(() -> changes(now))
                + database.inTransaction(() -> shows(now))
                + database.inTransaction(() -> sales(now));
    }

    private int changes(Instant now) {
        List<Due> due = purchases.changedShows(now, ROWS_MAX);
        for (Due one : due) {
            Map<String, String> values = values(one);
            @Nullable Instant free = one.show().freeUntil();
            if (free != null && free.isAfter(now)) {
                values.put("freeUntilAt", free.toString());
            }
            String about = one.purchase().reservationId() + " " + one.show().version();
            tell.run(
                    Notice.SHOW_CHANGED,
                    about,
                    one.purchase().userId(),
                    values,
                    one.show().startsAt());
            purchases.toldOfChange(one.purchase().reservationId());
        }
        return due.size();
    }

    private int shows(Instant now) {
        List<Due> due = purchases.soon(now, now.plus(settings.remindBeforeShow()), ROWS_MAX);
        for (Due one : due) {
            Instant starts = one.show().startsAt();
            tell.run(
                    Notice.SHOW_SOON,
                    one.purchase().reservationId() + " " + starts,
                    one.purchase().userId(),
                    values(one),
                    starts);
            purchases.reminded(one.purchase().reservationId(), starts);
        }
        return due.size();
    }

    private int sales(Instant now) {
        Duration before = settings.remindBeforeSale();
        List<SaleReminderStore.Due> due = reminders.due(now, now.plus(before), ROWS_MAX);
        for (SaleReminderStore.Due one : due) {
            Map<String, String> values = new HashMap<>(HearOfBookings.valuesOf(one.show()));
            values.put("opensTime", one.opensAt().toString());
            values.put("eventId", String.valueOf(one.show().eventId()));
            tell.run(
                    Notice.SALE_OPENS,
                    one.show().scheduleId().toString(),
                    one.userId(),
                    values,
                    one.opensAt().plus(before));
            reminders.told(one.userId(), one.show().scheduleId());
        }
        return due.size();
    }

    private static Map<String, String> values(Due due) {
        Map<String, String> values = new HashMap<>(HearOfBookings.valuesOf(due.show()));
        values.put("reservationId", due.purchase().reservationId().toString());
        values.put("number", String.valueOf(due.purchase().number()));
        values.put("seats", due.purchase().labels());
        return values;
    }
}
