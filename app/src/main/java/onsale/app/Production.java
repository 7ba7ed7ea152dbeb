package onsale.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import onsale.notification.MailSettings;
import onsale.platform.StartFailure;
import onsale.platform.db.PostgresSettings;
import onsale.platform.internal.InternalSettings;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.settings.Secret;
import onsale.user.SocialSettings;
import onsale.user.rehearsal.RehearsalSettings;

/**
 * What a start without demo data must have, wherever its servers are: secrets that nobody guesses,
 * and a provider whose word on payments and identities nobody can make up. All that is missing is
 * said at once, before anything is started.
 */
final class Production {

    private static final String HOW =
            "at least 32 random bytes in base64 or hexadecimal; \"openssl rand -base64 32\" makes some";

    private Production() {}

    static void check(Settings settings) {
        List<String> missing = new ArrayList<>();
        ServerSettings server = settings.get(ServerSettings.class);
        boolean ownDatabase = settings.get(PostgresSettings.class).url().isEmpty();
        secret(server.secret(), ownDatabase, missing::add);
        for (Secret key : settings.get(InternalSettings.class).serviceKeys()) {
            if (!key.isStrong()) {
                missing.add("onsale.internal.service-keys: one is too weak, each is " + HOW);
            }
        }
        Set<Role> roles = Role.parse(server.roles());
        if (roles.contains(Role.PAYMENT) || roles.contains(Role.USER)) {
            provider(settings, server.playMoney(), missing::add);
        }
        if (settings.get(RehearsalSettings.class).enabled() && !server.playMoney()) {
            missing.add(
                    "onsale.rehearsal.enabled: makes accounts without an identity, so switch it off, or rehearse with --play-money");
        }
        if (settings.get(MailSettings.class).mailbox() && !server.playMoney()) {
            missing.add(
                    "onsale.mail.mailbox: shows every mail to everybody, so switch it off and set onsale.mail.host");
        }
        SocialSettings social = settings.get(SocialSettings.class);
        if (!social.trialUrl().isEmpty() && !server.playMoney()) {
            missing.add(
                    "onsale.social.trial-url: a server that says who somebody is in the place of Google, Kakao and Naver, so remove it");
        }
        if (social.siteUrl().startsWith("http://") && !server.playMoney()) {
            missing.add(
                    "onsale.social.site-url: must begin with https://, or anybody on the way could read who logs in");
        }
        if (!missing.isEmpty()) {
            throw new StartFailure(
                    "Without demo data the platform runs for real, and this is not fit for it:%n  %s"
                            .formatted(String.join("%n  ".formatted(), missing)));
        }
    }

    /** A data directory has a secret of its own. */
    private static void secret(Secret given, boolean ownDatabase, Consumer<String> missing) {
        if (given.isEmpty() ? !ownDatabase : !given.isStrong()) {
            missing.accept(
                    "onsale.secret: %s, the same in every process, %s"
                            .formatted(given.isEmpty() ? "is missing" : "is too weak", HOW));
        }
    }

    private static void provider(Settings settings, boolean playMoney, Consumer<String> missing) {
        PortOneSettings provider;
        try {
            provider = settings.get(PortOneSettings.class);
        } catch (StartFailure e) {
            missing.accept(String.valueOf(e.getMessage()));
            return;
        }
        if (!provider.isConfigured()) {
            if (!playMoney) {
                missing.accept(
                        "onsale.portone.api-url, secret, store-id and channel-key: are missing, and without a provider nobody signs up or pays; --play-money simulates one");
            }
            return;
        }
        if (!provider.apiUrl().startsWith("https://") && !playMoney) {
            missing.accept(
                    "onsale.portone.api-url: must begin with https://, or anybody on the way could make up payments and identities; --play-money believes it all the same");
        }
        if (provider.testMode() && !playMoney) {
            missing.accept(
                    "onsale.portone.test-mode: counts payments that took no money, so switch it off, or say --play-money");
        }
        if (provider.webhookSecrets().isEmpty()) {
            missing.accept(
                    "onsale.portone.webhook-secrets: is missing, and without it nothing the provider tells us is believed");
        }
    }
}
