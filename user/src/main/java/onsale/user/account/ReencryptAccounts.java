package onsale.user.account;

import java.util.List;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.db.Database;
import onsale.user.account.PersonalData.Column;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the rows of {@code users} anew that another key than the primary one has encrypted, and
 * hashes the phone number of those that lack the hash.
 */
public final class ReencryptAccounts {

    private record Encrypted(
            UUID id, byte[] email, byte[] name, byte[] phone, byte[] ci, byte @Nullable [] di) {
        @Override
        public String toString() {
            return Redacted.text(this, "email", "name", "phone", "ci", "di");
        }
    }

    private final Database database;
    private final PersonalData personal;

    public ReencryptAccounts(Database database, PersonalData personal) {
        this.database = database;
        this.personal = personal;
    }

    /** Returns the number of rows encrypted anew; 0 when none is left. */
    public int run(int rowsMax) {
        return database.inTransaction(() -> {
            List<Encrypted> old = lockOld(rowsMax);
            old.forEach(this::update);
            return old.size();
        });
    }

    private List<Encrypted> lockOld(int rowsMax) {
        return database.sql()
                .sql(
                        """
                        select id, email, name, phone, ci, di from users
                        where (data_key < :key or data_key > :key or phone_hash is null)
                          and purged_at is null
                        limit :max for update skip locked
                        """)
                .param("key", personal.keyId())
                .param("max", rowsMax)
                .query((row, n) ->
                        new Encrypted(
                                row.getObject("id", UUID.class),
                                row.getBytes("email"),
                                row.getBytes("name"),
                                row.getBytes("phone"),
                                row.getBytes("ci"),
                                row.getBytes("di")))
                .list();
    }

    private void update(Encrypted old) {
        String phone = personal.decrypt(Column.PHONE, old.id(), old.phone());
        database.sql()
                .sql(
                        """
                        update users set email = :email, name = :name, phone = :phone,
                               phone_hash = :phoneHash, ci = :ci, di = :di, data_key = :key, updated_at = now()
                        where id = :id
                        """)
                .param("email", reencrypted(Column.EMAIL, old.id(), old.email()))
                .param("name", reencrypted(Column.NAME, old.id(), old.name()))
                .param("phone", personal.encrypt(Column.PHONE, old.id(), phone))
                .param("phoneHash", personal.phoneHash(phone))
                .param("ci", reencrypted(Column.CI, old.id(), old.ci()))
                .param("di", old.di() == null ? null : reencrypted(Column.DI, old.id(), old.di()))
                .param("key", personal.keyId())
                .param("id", old.id())
                .update();
    }

    private byte[] reencrypted(Column column, UUID id, byte[] cipher) {
        return personal.encrypt(column, id, personal.decrypt(column, id, cipher));
    }
}
