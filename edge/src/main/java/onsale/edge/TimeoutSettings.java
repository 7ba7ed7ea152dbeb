package onsale.edge;

import java.time.Duration;
import onsale.edge.Routes.Kind;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long a request may take, by its kind, before it is given up.
 *
 * @param status of the waiting room
 * @param hold of holding seats
 * @param pay of payment, which waits for the provider
 * @param login of signing in or up, which waits for identity and bot checks
 * @param admin of operators' work
 * @param other of everything else
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

    Duration of(Kind kind) {
        return switch (kind) {
            case STATUS -> status;
            case HOLD -> hold;
            case PAY -> pay;
            case LOGIN -> login;
            case ADMIN -> admin;
            case OTHER -> other;
        };
    }
}
