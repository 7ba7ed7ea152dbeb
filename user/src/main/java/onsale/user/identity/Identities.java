package onsale.user.identity;

import java.time.Clock;
import java.time.Duration;
import onsale.platform.Sha256;
import onsale.platform.db.Database;

/** Verified identities as use cases need them: recent, and each good for one change. */
public final class Identities {

    private final IdentityProvider provider;
    private final Database database;
    private final Duration identityFor;
    private final Clock clock;

    /**
     * Asks this provider.
     *
     * @param identityFor how old a verification may be
     */
    public Identities(
            IdentityProvider provider, Database database, Duration identityFor, Clock clock) {
        this.provider = provider;
        this.database = database;
        this.identityFor = identityFor;
        this.clock = clock;
    }

    /** A verification that is too old counts as none. The caller must have checked its form. */
    public Identity find(String verificationId) {
        Identity found = provider.find(verificationId);
        boolean isOld =
                found instanceof Identity.Verified verified
                        && verified.verifiedAt().plus(identityFor).isBefore(clock.instant());
        return isOld ? new Identity.NotVerified() : found;
    }

    /** Returns false if the verification was used before. Joins the transaction of the change. */
    public boolean use(String verificationId) {
        return database.sql()
                        .sql(
                                """
                                insert into used_verifications (verification_hash) values (:hash)
                                on conflict do nothing
                                """)
                        .param("hash", Sha256.of(verificationId))
                        .update()
                == 1;
    }

    /** Deletes what is too old to be used again anyway. */
    public int deleteOld(int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from used_verifications where verification_hash in (
                            select verification_hash from used_verifications
                            where used_at < now() - 2 * :kept * interval '1 s' limit :max)
                        """)
                .param("kept", identityFor.toSeconds())
                .param("max", rowsMax)
                .update();
    }
}
