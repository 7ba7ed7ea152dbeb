package onsale.user.admin;

import java.time.Clock;
import java.time.Duration;
import onsale.platform.db.Database;
import onsale.platform.settings.Secret;
import onsale.user.UserSettings;
import onsale.user.account.DataKeys;
import onsale.user.token.SigningKeyStore;
import onsale.user.token.SigningKeys;

/** Makes the next keys of accounts, for the operator's commands. */
public final class RotateKeys {

    private final UserSettings settings;
    private final Secret secret;

    public RotateKeys(UserSettings settings, Secret secret) {
        this.settings = settings;
        this.secret = secret;
    }

    /**
     * The keysets to configure, one after the other.
     *
     * @param known by which every node can read what the new key encrypts
     * @param primary by which the new key encrypts
     */
    public record DataKeysets(Secret known, Secret primary) {}

    public DataKeysets data() {
        DataKeys.Rotation rotation = DataKeys.rotate(settings.dataKeyset(), secret);
        return new DataKeysets(rotation.known(), rotation.primary());
    }

    /** Publishes the next signing key; false if another one was made at the same moment. */
    public boolean signing(Database database, Duration signsIn) {
        SigningKeyStore store =
                new SigningKeyStore(database, DataKeys.of(settings.dataKeyset(), secret));
        return new SigningKeys(store, settings, Clock.systemUTC()).makeNext(signsIn);
    }
}
