package onsale.notification.person;

import java.util.UUID;
import onsale.platform.db.Database;

/** Reminders as people ask for them. */
public final class Reminders {

    private final SaleReminderStore store;

    public Reminders(Database database) {
        this.store = new SaleReminderStore(database);
    }

    public SaleReminderStore store() {
        return store;
    }

    public boolean add(UUID fan, UUID show, int max) {
        return store.add(fan, show, max);
    }
}
