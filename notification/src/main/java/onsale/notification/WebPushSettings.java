package onsale.notification;

import java.time.Duration;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of pushes to browsers.
 *
 * @param contact whom a push service can write to about us: mailto: or https:; if empty, nothing is
 *     pushed to browsers
 * @param within how long one message may take
 */
@ConfigurationProperties("onsale.web-push")
public record WebPushSettings(
        @DefaultValue("") String contact, @DefaultValue("10s") Duration within) {

    public WebPushSettings {
        Check.range("onsale.web-push.within", within, "100ms", "60s");
        if (!contact.isEmpty() && !contact.matches("(mailto:|https://)[^\\s\"]{3,200}")) {
            throw new StartFailure(
                    "onsale.web-push.contact must be an address such as mailto:ops@tickets.example.");
        }
    }

    public boolean sends() {
        return !contact.isEmpty();
    }
}
