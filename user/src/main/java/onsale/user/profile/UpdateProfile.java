package onsale.user.profile;

import java.util.UUID;
import onsale.platform.db.Database;
import onsale.user.identity.Identities;
import onsale.user.identity.Identity;
import onsale.user.profile.Profile.Language;
import org.jspecify.annotations.Nullable;

/**
 * Changes what a user may change: the language, and after another identity check of the same person
 * the name and the phone number, which are always those that were verified.
 */
public final class UpdateProfile {

    /** The outcome of an update. */
    public sealed interface Outcome {
        record Updated() implements Outcome {}

        record NotVerified() implements Outcome {}

        /** The verified person is not the owner of the account. */
        record OtherPerson() implements Outcome {}

        record ProviderUnavailable() implements Outcome {}
    }

    private final Database database;
    private final ProfileStore profiles;
    private final Identities identities;

    public UpdateProfile(Database database, ProfileStore profiles, Identities identities) {
        this.database = database;
        this.profiles = profiles;
        this.identities = identities;
    }

    /**
     * Changes the language, and the person's data if there is a verification.
     *
     * @param verificationId null if only the language changes
     */
    public Outcome run(UUID userId, Language language, @Nullable String verificationId) {
        if (verificationId == null) {
            profiles.setLanguage(userId, language);
            return new Outcome.Updated();
        }
        return switch (identities.find(verificationId)) {
            case Identity.NotVerified _ -> new Outcome.NotVerified();
            case Identity.Unavailable _ -> new Outcome.ProviderUnavailable();
            case Identity.Verified verified ->
                    database.inTransaction(
                            () -> update(userId, language, verificationId, verified));
        };
    }

    private Outcome update(
            UUID userId, Language language, String verificationId, Identity.Verified verified) {
        if (!profiles.setPerson(userId, verified.ci(), verified.name(), verified.phone())) {
            return new Outcome.OtherPerson();
        }
        identities.use(verificationId);
        profiles.setLanguage(userId, language);
        return new Outcome.Updated();
    }
}
