package onsale.user;

import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of the user context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
public class UserModule {

    public static final ContextSchema SCHEMA = new ContextSchema("user_service", "user_svc_user");

    @Bean
    Database userDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }
}
