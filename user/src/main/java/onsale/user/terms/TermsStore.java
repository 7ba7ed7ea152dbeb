package onsale.user.terms;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.terms.Terms.Agreement;
import onsale.user.terms.TermsVersion.Wording;

/** The tables {@code terms_versions} and {@code terms_agreements}. */
public final class TermsStore {

    /** A member's latest answer to a version. */
    public record TermsAnswer(Terms.Type type, String version, boolean agreed, Instant agreedAt) {}

    /** How far ahead a version may be announced. */
    private static final Duration AHEAD_MAX = Duration.ofDays(3650);

    private final Database database;
    private final Ids ids;
    private final Clock clock;

    public TermsStore(Database database, Ids ids, Clock clock) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
    }

    /** One version per type: the one that took effect last. */
    public List<TermsVersion> inForce() {
        return database.sql()
                .sql(
                        """
                        select distinct on (terms_type) * from terms_versions
                        where effective_from <= :now
                        order by terms_type, effective_from desc
                        """)
                .param("now", Times.param(clock.instant()))
                .query(TermsStore::version)
                .list();
    }

    /** The versions that are published and will take effect later, the next one first. */
    List<TermsVersion> announced(int max) {
        return database.sql()
                .sql(
                        """
                        select * from terms_versions where effective_from > :now
                        order by effective_from limit :max
                        """)
                .param("now", Times.param(clock.instant()))
                .param("max", max)
                .query(TermsStore::version)
                .list();
    }

    /** The required versions in force that the user has not agreed to. */
    public List<Terms.TermsKey> missing(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select terms_type, version from (
                            select distinct on (terms_type) terms_type, version, required
                            from terms_versions where effective_from <= :now
                            order by terms_type, effective_from desc) current
                        where required and not exists (
                            select from terms_agreements a
                            where a.user_id = :userId and a.terms_type = current.terms_type
                              and a.terms_version = current.version and a.agreed)
                        order by terms_type
                        """)
                .param("now", Times.param(clock.instant()))
                .param("userId", userId)
                .query((row, n) ->
                        new Terms.TermsKey(
                                Terms.Type.valueOf(row.getString("terms_type")),
                                row.getString("version")))
                .list();
    }

    List<TermsAnswer> answers(UUID userId, int max) {
        return database.sql()
                .sql(
                        """
                        select terms_type, terms_version, agreed, agreed_at from terms_agreements
                        where user_id = :userId order by agreed_at desc, terms_type limit :max
                        """)
                .param("userId", userId)
                .param("max", max)
                .query((row, n) ->
                        new TermsAnswer(
                                Terms.Type.valueOf(row.getString("terms_type")),
                                row.getString("terms_version"),
                                row.getBoolean("agreed"),
                                Times.read(row, "agreed_at")))
                .list();
    }

    /** Keeps answers with their time. Another answer to the same version replaces the first. */
    public void insert(UUID userId, List<Agreement> answers) {
        for (Agreement answer : answers) {
            database.sql()
                    .sql(
                            """
                            insert into terms_agreements as known
                                (id, user_id, terms_type, terms_version, agreed, agreed_at)
                            values (:id, :userId, :type, :version, :agreed, :now)
                            on conflict (user_id, terms_type, terms_version) do update
                            set agreed = excluded.agreed, agreed_at = excluded.agreed_at
                            where known.agreed <> excluded.agreed
                            """)
                    .param("id", ids.next())
                    .param("userId", userId)
                    .param("type", answer.type().name())
                    .param("version", answer.version())
                    .param("agreed", answer.agreed())
                    .param("now", Times.param(clock.instant()))
                    .update();
        }
    }

    /**
     * Returns false if its type has that version or one that takes effect then or later, or if the
     * date is in the past or too far ahead.
     */
    public boolean publish(TermsVersion version) {
        Instant now = clock.instant();
        if (version.effectiveFrom().isBefore(now)
                || version.effectiveFrom().isAfter(now.plus(AHEAD_MAX))) {
            return false;
        }
        return database.sql()
                        .sql(
                                """
                                insert into terms_versions
                                    (terms_type, version, required, effective_from, title_ko, title_en,
                                     text_ko, text_en)
                                select :type, :version, :required, :from, :titleKo, :titleEn, :textKo,
                                       :textEn
                                where not exists (select from terms_versions
                                                  where terms_type = :type and effective_from >= :from)
                                on conflict do nothing
                                """)
                        .param("type", version.type().name())
                        .param("version", version.version())
                        .param("required", version.required())
                        .param("from", Times.param(version.effectiveFrom()))
                        .param("titleKo", version.ko().title())
                        .param("titleEn", version.en().title())
                        .param("textKo", version.ko().text())
                        .param("textEn", version.en().text())
                        .update()
                == 1;
    }

    private static TermsVersion version(ResultSet row, int n) throws SQLException {
        return new TermsVersion(
                Terms.Type.valueOf(row.getString("terms_type")),
                row.getString("version"),
                row.getBoolean("required"),
                Times.read(row, "effective_from"),
                new Wording(row.getString("title_ko"), row.getString("text_ko")),
                new Wording(row.getString("title_en"), row.getString("text_en")));
    }
}
