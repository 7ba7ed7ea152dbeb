package onsale.edge;

import onsale.edge.Routes.Kind;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How many calls of a kind are worked on at once; the others wait their turn, as long as their kind
 * may take. 0 takes eight a core: more would only wait for each other.
 *
 * @param status of the waiting room
 * @param hold of holding seats
 * @param pay of payment; many, because they wait for the provider
 * @param login of signing in or up; many, because they wait for identity checks and passwords
 * @param admin of operators' work
 * @param other of everything else
 */
@ConfigurationProperties("onsale.places")
public record PlacesSettings(
        @DefaultValue("0") int status,
        @DefaultValue("0") int hold,
        @DefaultValue("128") int pay,
        @DefaultValue("128") int login,
        @DefaultValue("0") int admin,
        @DefaultValue("0") int other) {

    private static final int PLACES_MAX = 10_000;
    private static final int PER_CORE = 8;

    public PlacesSettings {
        Check.range("onsale.places.status", status, 0, PLACES_MAX);
        Check.range("onsale.places.hold", hold, 0, PLACES_MAX);
        Check.range("onsale.places.pay", pay, 0, PLACES_MAX);
        Check.range("onsale.places.login", login, 0, PLACES_MAX);
        Check.range("onsale.places.admin", admin, 0, PLACES_MAX);
        Check.range("onsale.places.other", other, 0, PLACES_MAX);
    }

    int of(Kind kind) {
        int asked =
                switch (kind) {
                    case STATUS -> status;
                    case HOLD -> hold;
                    case PAY -> pay;
                    case LOGIN -> login;
                    case ADMIN -> admin;
                    case OTHER -> other;
                };
        return asked > 0 ? asked : PER_CORE * Runtime.getRuntime().availableProcessors();
    }
}
