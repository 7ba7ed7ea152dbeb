package onsale.notification.person;

import onsale.platform.db.Database;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires what people choose for themselves. */
@Configuration(proxyBeanMethods = false)
@Import({MyNotificationsController.class, SaleRemindersController.class})
public class PersonWiring {

    @Bean
    ChoiceStore choiceStore(Database notificationDatabase) {
        return new ChoiceStore(notificationDatabase);
    }

    @Bean
    SaleReminderStore saleReminderStore(Database notificationDatabase) {
        return new SaleReminderStore(notificationDatabase);
    }
}
