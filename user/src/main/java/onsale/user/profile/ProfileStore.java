package onsale.user.profile;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.account.PersonalData;
import onsale.user.account.PersonalData.Column;
import onsale.user.profile.Profile.Language;

/** The rows of {@code users} with their personal data, for their owners. */
public final class ProfileStore {

    private final Database database;
    private final PersonalData personal;

    public ProfileStore(Database database, PersonalData personal) {
        this.database = database;
        this.personal = personal;
    }

    /** Returns nothing if the account is not active. */
    public Optional<Profile> find(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select id, email, email_verified_at, name, phone, role, language, created_at
                        from users
                        where id = :id and status = 'ACTIVE'
                        """)
                .param("id", userId)
                .query((row, n) ->
                        new Profile(
                                userId,
                                personal.decrypt(Column.EMAIL, userId, row.getBytes("email")),
                                row.getObject("email_verified_at") != null,
                                personal.decrypt(Column.NAME, userId, row.getBytes("name")),
                                personal.decrypt(Column.PHONE, userId, row.getBytes("phone")),
                                row.getString("role"),
                                Language.valueOf(
                                        row.getString("language").toUpperCase(Locale.ROOT)),
                                Times.read(row, "created_at")))
                .optional();
    }

    void setLanguage(UUID userId, Language language) {
        database.sql()
                .sql(
                        """
                        update users set language = :language, updated_at = now()
                        where id = :id and status = 'ACTIVE' and language <> :language
                        """)
                .param("language", language.name().toLowerCase(Locale.ROOT))
                .param("id", userId)
                .update();
    }

    /** Returns false if the account is not that person's, or not active. */
    boolean setPerson(UUID userId, String ci, String name, String phone) {
        return database.sql()
                        .sql(
                                """
                                update users set name = :name, phone = :phone,
                                       phone_hash = :phoneHash, updated_at = now()
                                where id = :id and ci_hash = :ciHash and status = 'ACTIVE'
                                """)
                        .param("name", personal.encrypt(Column.NAME, userId, name))
                        .param("phone", personal.encrypt(Column.PHONE, userId, phone))
                        .param("phoneHash", personal.phoneHash(phone))
                        .param("id", userId)
                        .param("ciHash", personal.ciHash(ci))
                        .update()
                == 1;
    }
}
