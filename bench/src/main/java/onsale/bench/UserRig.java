package onsale.bench;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.platform.settings.Secret;
import onsale.user.UserSettings;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.DataKeys;
import onsale.user.account.KeyedHash;
import onsale.user.account.NewAccount;
import onsale.user.account.PersonalData;
import onsale.user.token.AccessTokenIssuer;
import onsale.user.token.SigningKeyStore;
import onsale.user.token.SigningKeys;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Creates fans with accounts and access tokens that a node with this database accepts. */
final class UserRig {

    private final AccountStore accounts;
    private final PersonalData personal;
    private final AccessTokenIssuer issuer;
    private final Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());

    UserRig(Database database, Secret secret) {
        Clock clock = Clock.systemUTC();
        UserSettings settings =
                new Binder(
                                new MapConfigurationPropertySource(
                                        Map.of("onsale.user.access-for", "12h")))
                        .bindOrCreate("onsale.user", UserSettings.class);
        DataKeys keys = DataKeys.of(settings.dataKeyset(), secret);
        personal = new PersonalData(keys, KeyedHash.of(settings, secret));
        accounts = new AccountStore(database, personal);
        issuer =
                new AccessTokenIssuer(
                        new SigningKeys(new SigningKeyStore(database, keys), settings, clock),
                        "onsale",
                        "onsale",
                        settings.accessFor(),
                        clock,
                        new SecureRandom());
    }

    /** Returns a line per fan: the access token and the user's id. */
    List<String> fans(int count) {
        List<String> fans = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            UUID id = ids.next();
            accounts.insert(
                    new NewAccount(
                            id,
                            id + "@bench.invalid",
                            "",
                            "Bench",
                            "0000000000",
                            "ci-" + id,
                            "di-" + id,
                            CurrentUser.USER));
            Account account =
                    Account.withoutPassword(id, personal.ciHash("ci-" + id), CurrentUser.USER);
            fans.add(issuer.issue(account, ids.next()) + " " + id);
        }
        return fans;
    }
}
