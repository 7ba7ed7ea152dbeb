package onsale.user.social;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.Sha256;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.account.KeyedHash;
import onsale.user.account.KeyedHash.Purpose;

/** The tables {@code social_logins} and {@code used_social_proofs}. */
public final class SocialStore {

    /** What a proof is used for. */
    enum Use {
        LOGIN,
        LINK
    }

    /** A link of an account, as its owner sees it. */
    public record Link(Provider provider, Instant linkedAt) {}

    private final Database database;
    private final KeyedHash hash;

    public SocialStore(Database database, KeyedHash hash) {
        this.database = database;
        this.hash = hash;
    }

    Optional<UUID> owner(Proof proof) {
        return database.sql()
                .sql(
                        """
                        select user_id from social_logins
                        where provider = :provider and subject_hash = :hash
                        """)
                .param("provider", proof.provider().name())
                .param("hash", subjectHash(proof))
                .query(UUID.class)
                .optional();
    }

    /** Returns false if that login, or another one of the provider, is linked; an index decides. */
    boolean link(UUID userId, Proof proof) {
        return database.sql()
                        .sql(
                                """
                                insert into social_logins (provider, subject_hash, user_id)
                                values (:provider, :hash, :user) on conflict do nothing
                                """)
                        .param("provider", proof.provider().name())
                        .param("hash", subjectHash(proof))
                        .param("user", userId)
                        .update()
                == 1;
    }

    /** Returns false if there is no such link. */
    boolean unlink(UUID userId, Provider provider) {
        return database.sql()
                        .sql(
                                """
                                delete from social_logins
                                where user_id = :user and provider = :provider
                                """)
                        .param("user", userId)
                        .param("provider", provider.name())
                        .update()
                == 1;
    }

    List<Link> of(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select provider, linked_at from social_logins where user_id = :user
                        order by provider
                        """)
                .param("user", userId)
                .query((row, n) ->
                        new Link(
                                Provider.valueOf(row.getString("provider")),
                                Times.read(row, "linked_at")))
                .list();
    }

    /** Returns false if the proof was used for that before. Joins the transaction of the use. */
    boolean use(Proof proof, Use use) {
        return database.sql()
                        .sql(
                                """
                                insert into used_social_proofs (proof_hash) values (:hash)
                                on conflict do nothing
                                """)
                        .param("hash", Sha256.of(use + ":" + proof.id()))
                        .update()
                == 1;
    }

    /** Deletes what is too old to be used again anyway. */
    public int deleteOld(int rowsMax) {
        Duration kept = Seals.LIFE.multipliedBy(2);
        return database.sql()
                .sql(
                        """
                        delete from used_social_proofs where proof_hash in (
                            select proof_hash from used_social_proofs
                            where used_at < now() - :kept * interval '1 s' limit :max)
                        """)
                .param("kept", kept.toSeconds())
                .param("max", rowsMax)
                .update();
    }

    private byte[] subjectHash(Proof proof) {
        return hash.compute(Purpose.SOCIAL_SUBJECT, proof.provider() + ":" + proof.subject());
    }
}
