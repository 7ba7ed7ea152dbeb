package onsale.user.contact;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.user.account.PersonalData;
import onsale.user.account.PersonalData.Column;

/** Reads how people are reached. Each reading is audited, with whom it was about. */
public final class ReadContacts {

    private static final UUID NOBODY = new UUID(0, 0);

    private final Database database;
    private final PersonalData personal;
    private final AuditTrail audit;

    public ReadContacts(Database database, PersonalData personal, AuditTrail audit) {
        this.database = database;
        this.personal = personal;
        this.audit = audit;
    }

    private record Opened(int found, List<UUID> userIds) {}

    /**
     * Those who have personal data; a purged account has none.
     *
     * @param caller the context that asks
     */
    List<Contact> run(String caller, String address, String traceId, List<UUID> userIds) {
        return database.inTransaction(() -> {
            List<Contact> found = find(userIds);
            audit.record(
                    new Actor(NOBODY, Set.of("SERVICE"), address, traceId),
                    "contact.read",
                    caller,
                    null,
                    new Opened(found.size(), userIds));
            return found;
        });
    }

    private List<Contact> find(List<UUID> userIds) {
        return database.sql()
                .sql(
                        """
                        select id, language, email, email_verified_at, phone from users
                        where id = any(?) and purged_at is null
                        """)
                .param(userIds.toArray(UUID[]::new))
                .query((row, _) -> {
                    UUID id = row.getObject("id", UUID.class);
                    return new Contact(
                            id,
                            row.getString("language"),
                            personal.decrypt(Column.EMAIL, id, row.getBytes("email")),
                            row.getObject("email_verified_at") != null,
                            personal.decrypt(Column.PHONE, id, row.getBytes("phone")));
                })
                .list();
    }
}
