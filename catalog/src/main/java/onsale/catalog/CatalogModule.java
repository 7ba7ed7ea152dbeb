package onsale.catalog;

import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of the catalog context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
public class CatalogModule {

    public static final ContextSchema SCHEMA = new ContextSchema("event_service", "event_svc_user");

    @Bean
    Database catalogDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }
}
