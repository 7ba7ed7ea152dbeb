package onsale.payment;

import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of the payment context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
public class PaymentModule {

    public static final ContextSchema SCHEMA =
            new ContextSchema("payment_service", "payment_svc_user");

    @Bean
    Database paymentDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }
}
