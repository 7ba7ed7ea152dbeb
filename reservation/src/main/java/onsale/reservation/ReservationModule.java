package onsale.reservation;

import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of the reservation context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
public class ReservationModule {

    public static final ContextSchema SCHEMA =
            new ContextSchema("reservation_service", "reservation_svc_user");

    @Bean
    Database reservationDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }
}
