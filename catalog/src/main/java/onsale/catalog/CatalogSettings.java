package onsale.catalog;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the catalogue.
 *
 * @param statesEvery how often the stored states are brought up to date with the sale times; fans
 *     always see the current state
 * @param tellAgainAfter how long to wait for a context to confirm a schedule before it is told
 *     again; the wait doubles each time
 * @param tellAgainAtLeastEvery the longest wait between two tellings
 */
@ConfigurationProperties("onsale.catalog")
public record CatalogSettings(
        @DefaultValue("5s") Duration statesEvery,
        @DefaultValue("30s") Duration tellAgainAfter,
        @DefaultValue("10m") Duration tellAgainAtLeastEvery) {

    public CatalogSettings {
        Check.range("onsale.catalog.states-every", statesEvery, "100ms", "1h");
        Check.range("onsale.catalog.tell-again-after", tellAgainAfter, "100ms", "1h");
        Check.range(
                "onsale.catalog.tell-again-at-least-every", tellAgainAtLeastEvery, "100ms", "1d");
    }
}
