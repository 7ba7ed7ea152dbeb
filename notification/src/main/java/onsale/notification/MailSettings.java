package onsale.notification;

import java.net.URI;
import java.time.Duration;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of outgoing mail.
 *
 * @param host the SMTP server; if empty, no mail is sent
 * @param port its port; 587 is usual for STARTTLS, 465 for TLS
 * @param encryption STARTTLS (required, not merely offered), TLS from the first byte, or NONE for a
 *     server on the same machine
 * @param user empty if the server asks for no login
 * @param password of that user
 * @param from the address that mails come from
 * @param siteUrl where people reach the web app; links in mails begin with it
 * @param mailbox keeps mails for everybody to read instead of sending them, for a demo; set by
 *     {@code serve} for its demo data
 * @param within how long the server may take for each step of a delivery
 * @param retryAfter the pause after the first failure of a mail or of the server; it doubles
 * @param retryAtLeastEvery the longest such pause
 * @param giveUpAfter how long a mail is tried, unless it is useless earlier
 * @param keptFor how long the fate of a mail is kept, without its content
 */
@ConfigurationProperties("onsale.mail")
public record MailSettings(
        @DefaultValue("") String host,
        @DefaultValue("587") int port,
        @DefaultValue("STARTTLS") Encryption encryption,
        @DefaultValue("") String user,
        @DefaultValue("") Secret password,
        @DefaultValue("") String from,
        @DefaultValue("") String siteUrl,
        @DefaultValue("false") boolean mailbox,
        @DefaultValue("10s") Duration within,
        @DefaultValue("2s") Duration retryAfter,
        @DefaultValue("5m") Duration retryAtLeastEvery,
        @DefaultValue("3d") Duration giveUpAfter,
        @DefaultValue("30d") Duration keptFor) {

    /** How the connection to the server is protected. */
    public enum Encryption {
        NONE,
        STARTTLS,
        TLS
    }

    public MailSettings {
        Check.range("onsale.mail.port", port, 1, 65_535);
        Check.range("onsale.mail.within", within, "100ms", "60s");
        Check.range("onsale.mail.retry-after", retryAfter, "10ms", "1h");
        Check.range("onsale.mail.retry-at-least-every", retryAtLeastEvery, "10ms", "1d");
        Check.range("onsale.mail.give-up-after", giveUpAfter, "1m", "30d");
        Check.range("onsale.mail.kept-for", keptFor, "1h", "3650d");
        if (!host.isEmpty()) {
            if (from.isEmpty() || siteUrl.isEmpty()) {
                throw new StartFailure(
                        "onsale.mail.host also needs onsale.mail.from and onsale.mail.site-url.");
            }
            if (mailbox) {
                throw new StartFailure(
                        "onsale.mail.mailbox keeps mails that onsale.mail.host would send: set one of them.");
            }
            checkUrl(siteUrl);
        }
    }

    public boolean sends() {
        return !host.isEmpty();
    }

    private static void checkUrl(String url) {
        try {
            URI uri = URI.create(url);
            if (uri.getHost() != null && !url.endsWith("/")) {
                return;
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new StartFailure(
                "onsale.mail.site-url must be an address such as https://tickets.example, without a slash at the end.");
    }
}
