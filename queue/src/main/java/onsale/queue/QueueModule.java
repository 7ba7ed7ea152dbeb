package onsale.queue;

import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of the queue context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
public class QueueModule {

    public static final ContextSchema SCHEMA = new ContextSchema("queue_service", "queue_svc_user");

    @Bean
    Database queueDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }
}
