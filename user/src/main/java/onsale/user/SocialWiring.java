package onsale.user;

import java.time.Clock;
import onsale.platform.db.Database;
import onsale.user.account.AccountStore;
import onsale.user.account.DataKeys;
import onsale.user.account.KeyedHash;
import onsale.user.account.PersonalData;
import onsale.user.browser.BrowserLogins;
import onsale.user.browser.SocialController;
import onsale.user.identity.Identities;
import onsale.user.login.Login;
import onsale.user.password.ConfirmPassword;
import onsale.user.signup.SignUp;
import onsale.user.social.MySocialController;
import onsale.user.social.SocialLinks;
import onsale.user.social.SocialLogin;
import onsale.user.social.SocialStore;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires social login. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SocialSettings.class)
@Import(SocialController.class)
class SocialWiring {

    @Bean
    SocialStore socialStore(Database userDatabase, KeyedHash hash) {
        return new SocialStore(userDatabase, hash);
    }

    @Bean
    SocialLogin socialLogin(
            SocialSettings settings,
            DataKeys keys,
            SocialStore store,
            AccountStore accounts,
            Login login,
            Clock clock) {
        return new SocialLogin(settings, keys, store, accounts, login, clock);
    }

    @Bean
    SocialLinks socialLinks(
            Database userDatabase,
            SocialLogin login,
            SocialStore store,
            SignUp signUp,
            AccountStore accounts,
            PersonalData personal,
            Identities identities,
            Clock clock) {
        return new SocialLinks(
                userDatabase, login, store, signUp, accounts, personal, identities, clock);
    }

    @Bean
    BrowserLogins browserLogins(UserSettings settings) {
        return new BrowserLogins(settings);
    }

    @Bean
    MySocialController mySocialController(
            SocialLogin login, SocialLinks links, ConfirmPassword confirmPassword) {
        return new MySocialController(login, links, confirmPassword);
    }
}
