package onsale.notification;

import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of the notification context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
public class NotificationModule {

    public static final ContextSchema SCHEMA =
            new ContextSchema("notification_service", "notification_svc_user");

    @Bean
    Database notificationDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }
}
