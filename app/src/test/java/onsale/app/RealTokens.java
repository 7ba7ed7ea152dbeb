package onsale.app;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.settings.Secret;
import onsale.user.UserSettings;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.DataKeys;
import onsale.user.account.KeyedHash;
import onsale.user.account.PersonalData;
import onsale.user.token.AccessTokenIssuer;
import onsale.user.token.SigningKeyStore;
import onsale.user.token.SigningKeys;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Access tokens signed by the key of a running node: issued earlier, or for unknown people. */
final class RealTokens {

    private final SecureRandom random = new SecureRandom();
    private final SigningKeys keys;
    private final UserSettings settings;
    private final AccountStore accounts;

    /**
     * @param database of the node
     * @param secret of the node
     */
    RealTokens(Database database, Secret secret) {
        settings =
                new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("onsale.user", UserSettings.class);
        DataKeys dataKeys = DataKeys.of(settings.dataKeyset(), secret);
        Clock clock = Clock.systemUTC();
        keys = new SigningKeys(new SigningKeyStore(database, dataKeys), settings, clock);
        accounts =
                new AccountStore(
                        database, new PersonalData(dataKeys, KeyedHash.of(settings, secret)));
    }

    /** As the node would have given it that long ago. */
    String issuedBefore(Duration ago, UUID userId) {
        Clock then = Clock.offset(Clock.systemUTC(), ago.negated());
        return issued(then, accounts.byId(userId).orElseThrow());
    }

    /** Of a new person without an account; only the user context would notice. */
    String ofSomebody(String role) {
        byte[] ciHash = new byte[32];
        random.nextBytes(ciHash);
        return issued(Clock.systemUTC(), Account.withoutPassword(UUID.randomUUID(), ciHash, role));
    }

    private String issued(Clock clock, Account account) {
        return new AccessTokenIssuer(keys, "onsale", "onsale", settings.accessFor(), clock, random)
                .issue(account, UUID.randomUUID());
    }
}
