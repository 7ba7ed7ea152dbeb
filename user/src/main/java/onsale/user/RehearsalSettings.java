package onsale.user;

import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Rehearsals of an on-sale.
 *
 * @param enabled whether administrators may create fans in bulk, without passwords and without
 *     identity checks; leave it off where nobody rehearses
 * @param fansMax how many of them may exist at a time
 */
@ConfigurationProperties("onsale.rehearsal")
public record RehearsalSettings(
        @DefaultValue("false") boolean enabled, @DefaultValue("100000") int fansMax) {

    public RehearsalSettings {
        Check.range("onsale.rehearsal.fans-max", fansMax, 1, 1_000_000);
    }
}
