package onsale.user.search;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.account.Account.Status;
import onsale.user.account.PersonalData;
import onsale.user.account.PersonalData.Column;

/** Finds accounts by the keyed hash of what identifies them. */
public final class FindAccounts {

    /** Several accounts may have one phone number. */
    private static final int FOUND_MAX = 20;

    private final Database database;
    private final PersonalData personal;

    public FindAccounts(Database database, PersonalData personal) {
        this.database = database;
        this.personal = personal;
    }

    /** An account with its personal data masked: enough to recognize who asks. */
    record FoundAccount(
            UUID userId,
            String email,
            String name,
            String phone,
            String role,
            Status status,
            Instant createdAt) {

        @Override
        public String toString() {
            return Redacted.text(this, "email", "name", "phone");
        }
    }

    List<FoundAccount> byEmail(String email) {
        return by("email_hash", personal.emailHash(email));
    }

    List<FoundAccount> byPhone(String phone) {
        return by("phone_hash", personal.phoneHash(phone));
    }

    private List<FoundAccount> by(String column, byte[] hash) {
        return database.sql()
                .sql(
                        """
                        select id, email, name, phone, role, status, created_at from users
                        where %s = ? and purged_at is null order by id limit ?
                        """
                                .formatted(column))
                .params(hash, FOUND_MAX)
                .query(this::masked)
                .list();
    }

    private FoundAccount masked(ResultSet row, int n) throws SQLException {
        UUID id = row.getObject("id", UUID.class);
        return new FoundAccount(
                id,
                Mask.email(personal.decrypt(Column.EMAIL, id, row.getBytes("email"))),
                Mask.name(personal.decrypt(Column.NAME, id, row.getBytes("name"))),
                Mask.phone(personal.decrypt(Column.PHONE, id, row.getBytes("phone"))),
                row.getString("role"),
                Status.valueOf(row.getString("status")),
                Times.read(row, "created_at"));
    }
}
