package onsale.user;

import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import onsale.platform.db.Database;
import onsale.user.PersonalData.Column;

/** The rows of {@code users} that are no people. */
final class RehearsalStore {

    /** Held to the end of the transaction by whoever creates: the limit counts all of them. */
    private static final long CREATING = 0x7265_6865_6172L;

    private final Database database;
    private final PersonalData personal;

    RehearsalStore(Database database, PersonalData personal) {
        this.database = database;
        this.personal = personal;
    }

    /** In a transaction: others who count wait for its end. */
    int countAlone() {
        database.sql().sql("select pg_advisory_xact_lock(?)").param(CREATING).query(row -> {});
        return database.sql()
                .sql("select count(*) from users where rehearsal_id is not null")
                .query(Integer.class)
                .single();
    }

    /** Everything personal about them is made up of their id. They have no password. */
    void insert(UUID rehearsal, List<UUID> ids) {
        database.sql()
                .sql(
                        """
                        insert into users (id, email, email_hash, name, phone, ci, ci_hash, data_key,
                                           rehearsal_id)
                        select u.id, decode(u.email, 'hex'), decode(u.email_hash, 'hex'),
                               decode(u.name, 'hex'), decode(u.phone, 'hex'), decode(u.ci, 'hex'),
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
                .param("phones", hex(ids, id -> personal.encrypt(Column.PHONE, id, "0000000000")))
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

    /** How many of at most so many. */
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

    /** By which a person would be known; nobody has such an address or CI. */
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
