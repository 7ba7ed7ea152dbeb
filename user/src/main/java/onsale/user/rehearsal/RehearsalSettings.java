package onsale.user.rehearsal;

import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of rehearsals of an on-sale.
 *
 * @param enabled whether administrators may create fans in bulk, without passwords and without
 *     identity checks; leave it off unless you rehearse
 * @param fansMax the number of such fans that may exist at a time
 */
@ConfigurationProperties("onsale.rehearsal")
public record RehearsalSettings(
        @DefaultValue("false") boolean enabled, @DefaultValue("100000") int fansMax) {

    public RehearsalSettings {
        Check.range("onsale.rehearsal.fans-max", fansMax, 1, 1_000_000);
    }
}
