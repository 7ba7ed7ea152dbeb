package onsale.edge.front.work;

import onsale.edge.front.route.Routes.Kind;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How many requests of a kind may be worked on at once. Further requests wait for a permit, at most
 * for the timeout of their kind. 0 means eight per core: more would only wait for each other.
 *
 * @param status for the waiting room
 * @param hold for holding seats
 * @param pay for payments; many, because they wait for the provider
 * @param login for sign-in and sign-up; many, because they wait for identity and password checks
 * @param admin for operators
 * @param other for everything else
 * @param inside for health, metrics and other processes
 */
@ConfigurationProperties("onsale.permits")
public record PermitSettings(
        @DefaultValue("0") int status,
        @DefaultValue("0") int hold,
        @DefaultValue("128") int pay,
        @DefaultValue("128") int login,
        @DefaultValue("0") int admin,
        @DefaultValue("0") int other,
        @DefaultValue("8") int inside) {

    private static final int PERMITS_MAX = 10_000;
    private static final int PER_CORE = 8;

    public PermitSettings {
        Check.range("onsale.permits.status", status, 0, PERMITS_MAX);
        Check.range("onsale.permits.hold", hold, 0, PERMITS_MAX);
        Check.range("onsale.permits.pay", pay, 0, PERMITS_MAX);
        Check.range("onsale.permits.login", login, 0, PERMITS_MAX);
        Check.range("onsale.permits.admin", admin, 0, PERMITS_MAX);
        Check.range("onsale.permits.other", other, 0, PERMITS_MAX);
        Check.range("onsale.permits.inside", inside, 0, PERMITS_MAX);
    }

    public int of(Kind kind) {
        int configured =
                switch (kind) {
                    case STATUS -> status;
                    case HOLD -> hold;
                    case PAY -> pay;
                    case LOGIN -> login;
                    case ADMIN -> admin;
                    case OTHER -> other;
                    case INSIDE -> inside;
                };
        return configured > 0 ? configured : PER_CORE * Runtime.getRuntime().availableProcessors();
    }
}
