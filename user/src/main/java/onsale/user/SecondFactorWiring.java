package onsale.user;

import java.time.Clock;
import onsale.platform.DemoData;
import onsale.platform.db.Database;
import onsale.user.account.AccountStore;
import onsale.user.account.DataKeys;
import onsale.user.account.KeyedHash;
import onsale.user.account.Passwords;
import onsale.user.enrolment.FactorController;
import onsale.user.enrolment.RemoveFactor;
import onsale.user.factor.FactorStore;
import onsale.user.factor.SecondFactor;
import onsale.user.login.LoginDelays;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the second factor. */
@Configuration(proxyBeanMethods = false)
class SecondFactorWiring {

    @Bean
    FactorStore factorStore(Database userDatabase, DataKeys keys) {
        return new FactorStore(userDatabase, keys);
    }

    @Bean
    SecondFactor secondFactor(
            Database userDatabase,
            FactorStore store,
            AccountStore accounts,
            KeyedHash hash,
            Clock clock,
            UserSettings settings,
            DemoData demo,
            @Value("${onsale.play-money:false}") boolean playMoney) {
        boolean required =
                switch (settings.secondFactor()) {
                    case REQUIRED -> true;
                    case OPTIONAL -> false;
                    case AUTO -> !demo.wanted() && !playMoney;
                };
        return new SecondFactor(userDatabase, store, accounts, hash, clock, required);
    }

    @Bean
    FactorController factorController(
            SecondFactor factor, AccountStore accounts, Passwords passwords, LoginDelays delays) {
        return new FactorController(factor, new RemoveFactor(accounts, passwords, delays, factor));
    }
}
