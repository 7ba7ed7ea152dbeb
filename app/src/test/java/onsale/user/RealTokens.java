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

/** Tokens by the key of a running node, from another time than now. */
public final class RealTokens {

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
                        new onsale.platform.Ids(clock, new SecureRandom()));
    }

    /** As the node would have given it that long ago. */
    public String issuedBefore(Duration ago, UUID userId) {
        Clock then = Clock.offset(Clock.systemUTC(), ago.negated());
        return new AccessTokenIssuer(
                        keys, "onsale", "onsale", settings.accessFor(), then, new SecureRandom())
                .issue(users.byId(userId).orElseThrow(), UUID.randomUUID());
    }
}
