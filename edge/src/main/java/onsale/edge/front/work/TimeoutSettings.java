package onsale.edge.front.work;

import java.time.Duration;
import onsale.edge.front.route.Routes.Kind;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long a request of a kind may take before it is given up.
 *
 * @param status for the waiting room
 * @param hold for holding seats
 * @param pay for payments, which wait for the provider
 * @param login for sign-in and sign-up, which wait for identity and bot checks
 * @param admin for operators and for the management port
 * @param other for everything else
 */
@ConfigurationProperties("onsale.timeouts")
public record TimeoutSettings(
        @DefaultValue("3s") Duration status,
        @DefaultValue("5s") Duration hold,
        @DefaultValue("30s") Duration pay,
        @DefaultValue("10s") Duration login,
        @DefaultValue("60s") Duration admin,
        @DefaultValue("10s") Duration other) {

    public TimeoutSettings {
        Check.range("onsale.timeouts.status", status, "10ms", "10m");
        Check.range("onsale.timeouts.hold", hold, "10ms", "10m");
        Check.range("onsale.timeouts.pay", pay, "10ms", "10m");
        Check.range("onsale.timeouts.login", login, "10ms", "10m");
        Check.range("onsale.timeouts.admin", admin, "10ms", "10m");
        Check.range("onsale.timeouts.other", other, "10ms", "10m");
    }

    public Duration of(Kind kind) {
        return switch (kind) {
            case STATUS -> status;
            case HOLD -> hold;
            case PAY -> pay;
            case LOGIN -> login;
            case ADMIN, INSIDE -> admin;
            case OTHER -> other;
        };
    }
}
