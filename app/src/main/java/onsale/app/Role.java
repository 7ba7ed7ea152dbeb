package onsale.app;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import onsale.catalog.CatalogModule;
import onsale.notification.NotificationModule;
import onsale.ops.OpsModule;
import onsale.payment.PaymentModule;
import onsale.platform.StartFailure;
import onsale.platform.db.ContextSchema;
import onsale.queue.QueueModule;
import onsale.reservation.ReservationModule;
import onsale.user.UserModule;

/** What a process can be. A process has all roles or some; its code is the same. */
enum Role {
    USER(UserModule.class, UserModule.SCHEMA),
    CATALOG(CatalogModule.class, CatalogModule.SCHEMA),
    QUEUE(QueueModule.class, QueueModule.SCHEMA),
    RESERVATION(ReservationModule.class, ReservationModule.SCHEMA),
    PAYMENT(PaymentModule.class, PaymentModule.SCHEMA),
    NOTIFICATION(NotificationModule.class, NotificationModule.SCHEMA),
    OPS(OpsModule.class, OpsModule.SCHEMA);

    static final String ALL = "all";

    private final Class<?> module;
    private final ContextSchema schema;

    Role(Class<?> module, ContextSchema schema) {
        this.module = module;
        this.schema = schema;
    }

    Class<?> module() {
        return module;
    }

    ContextSchema schema() {
        return schema;
    }

    static Set<Role> parse(List<String> names) {
        if (names.contains(ALL)) {
            return EnumSet.allOf(Role.class);
        }
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String name : names) {
            roles.add(
                    Arrays.stream(values())
                            .filter(role -> role.label().equals(name))
                            .findFirst()
                            .orElseThrow(() ->
                                    new StartFailure(
                                            "There is no role %s; there are %s and %s."
                                                    .formatted(name, ALL, labels()))));
        }
        if (roles.isEmpty()) {
            throw new StartFailure("Give at least one role: " + ALL + ", " + labels() + ".");
        }
        return roles;
    }

    static String labels() {
        return Arrays.stream(values()).map(Role::label).collect(Collectors.joining(", "));
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
