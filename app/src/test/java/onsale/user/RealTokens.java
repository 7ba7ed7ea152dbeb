package onsale.user;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tokens by the key of a running node: from another time than now, or of people it never met. */
public final class RealTokens {

    private final SecureRandom random = new SecureRandom();
    private final SigningKeys keys;
    private final UserSettings settings;
    private final UserStore users;

    /**
     * @param database of the node
     * @param secret of the node
     */
    public RealTokens(Database database, Secret secret) {
        settings =
                new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("onsale.user", UserSettings.class);
        DataKeys dataKeys = DataKeys.of(settings.dataKeyset(), secret);
        Clock clock = Clock.systemUTC();
        keys = new SigningKeys(new SigningKeyStore(database, dataKeys), settings, clock);
        users =
                new UserStore(
                        database,
                        PersonalData.of(settings, secret, dataKeys),
                        new onsale.platform.Ids(clock, random));
    }

    /** As the node would have given it that long ago. */
    public String issuedBefore(Duration ago, UUID userId) {
        Clock then = Clock.offset(Clock.systemUTC(), ago.negated());
        return issued(then, users.byId(userId).orElseThrow());
    }

    /** Of a new person without an account; only the user context would notice. */
    public String ofSomebody(String role) {
        byte[] ciHash = new byte[32];
        random.nextBytes(ciHash);
        return issued(
                Clock.systemUTC(),
                new Account(UUID.randomUUID(), ciHash, null, role, Account.Status.ACTIVE));
    }

    private String issued(Clock clock, Account account) {
        return new AccessTokenIssuer(keys, "onsale", "onsale", settings.accessFor(), clock, random)
                .issue(account, UUID.randomUUID());
    }
}
