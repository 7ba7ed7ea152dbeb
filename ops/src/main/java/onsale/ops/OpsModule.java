package onsale.ops;

import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of the ops context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
public class OpsModule {

    public static final ContextSchema SCHEMA = new ContextSchema("ops", "ops_svc_user");

    @Bean
    Database opsDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }
}
