package onsale.user.rehearsal;

import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import onsale.platform.db.Database;
import onsale.user.account.PersonalData;
import onsale.user.account.PersonalData.Column;

/** The rows of {@code users} that belong to fans of a rehearsal. */
public final class RehearsalStore {

    /** The advisory lock of a transaction that creates fans, because the limit counts all fans. */
    private static final long CREATE_LOCK = 0x7265_6865_6172L;

    private static final String PHONE = "0000000000";

    private final Database database;
    private final PersonalData personal;

    public RehearsalStore(Database database, PersonalData personal) {
        this.database = database;
        this.personal = personal;
    }

    /** Counts all fans. Other transactions that call this wait until this one ends. */
    int lockAndCount() {
        database.sql().sql("select pg_advisory_xact_lock(?)").param(CREATE_LOCK).query(row -> {});
        return database.sql()
                .sql("select count(*) from users where rehearsal_id is not null")
                .query(Integer.class)
                .single();
    }

    /** Inserts fans without a password, and with personal data derived from their id. */
    void insert(UUID rehearsal, List<UUID> ids) {
        database.sql()
                .sql(
                        """
                        insert into users (id, email, email_hash, name, phone, phone_hash, ci,
                                           ci_hash, data_key, rehearsal_id)
                        select u.id, decode(u.email, 'hex'), decode(u.email_hash, 'hex'),
                               decode(u.name, 'hex'), decode(u.phone, 'hex'), :phoneHash,
                               decode(u.ci, 'hex'),
                               decode(u.ci_hash, 'hex'), :key, :rehearsal
                        from unnest(:ids::uuid[], :emails::text[], :emailHashes::text[],
                                    :names::text[], :phones::text[], :cis::text[],
                                    :ciHashes::text[])
                             u (id, email, email_hash, name, phone, ci, ci_hash)
                        """)
                .param("key", personal.keyId())
                .param("rehearsal", rehearsal)
                .param("ids", ids.toArray(UUID[]::new))
                .param("emails", hex(ids, id -> personal.encrypt(Column.EMAIL, id, email(id))))
                .param("emailHashes", hex(ids, id -> personal.emailHash(email(id))))
                .param("names", hex(ids, id -> personal.encrypt(Column.NAME, id, "Rehearsal")))
                .param("phones", hex(ids, id -> personal.encrypt(Column.PHONE, id, PHONE)))
                .param("phoneHash", personal.phoneHash(PHONE))
                .param("cis", hex(ids, id -> personal.encrypt(Column.CI, id, ci(id))))
                .param("ciHashes", hex(ids, id -> personal.ciHash(ci(id))))
                .update();
    }

    List<UUID> rehearsals() {
        return database.sql()
                .sql("select distinct rehearsal_id from users where rehearsal_id is not null")
                .query(UUID.class)
                .list();
    }

    /** Deletes some fans of a rehearsal and returns their number. */
    int delete(UUID rehearsal, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from users where id in (
                            select id from users where rehearsal_id = :rehearsal limit :max)
                        """)
                .param("rehearsal", rehearsal)
                .param("max", rowsMax)
                .update();
    }

    /** A CI that no person has. */
    static String ci(UUID id) {
        return "rehearsal-" + id;
    }

    private static String email(UUID id) {
        return id + "@rehearsal.invalid";
    }

    private static String[] hex(List<UUID> ids, Function<UUID, byte[]> value) {
        return ids.stream()
                .map(id -> HexFormat.of().formatHex(value.apply(id)))
                .toArray(String[]::new);
    }
}
