package onsale.notification;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import onsale.contracts.Context;
import onsale.contracts.MailRequested;
import onsale.contracts.Topic;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wiring of the notification context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MailSettings.class)
@Import(MailboxController.class)
public class NotificationModule {

    public static final ContextSchema SCHEMA =
            new ContextSchema("notification_service", "notification_svc_user");

    /** Effects of messages are remembered under this name: never change it. */
    private static final String GROUP = Context.NOTIFICATION;

    private static final String DATABASE = "notificationDatabase";
    private static final String JOBS = "notificationJobs";
    private static final String MESSAGES = "notificationMessages";

    private static final Duration SEND_EVERY = Duration.ofSeconds(1);
    private static final Duration SEND_LEASE = Duration.ofMinutes(2);
    private static final Duration PURGE_EVERY = Duration.ofHours(1);
    private static final int ROWS_MAX = 500;

    @Bean(DATABASE)
    Database notificationDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean(JOBS)
    Jobs notificationJobs(@Qualifier(DATABASE) Database database) {
        return new Jobs(database);
    }

    @Bean(MESSAGES)
    ContextMessages notificationMessages(
            @Qualifier(DATABASE) Database database,
            @Qualifier(JOBS) Jobs jobs,
            Ids ids,
            MessageKeys keys,
            KafkaSettings kafka,
            MessagingSettings messaging) {
        return new ContextMessages(database, ids::next, keys.of(GROUP), kafka, messaging, jobs);
    }

    @Bean
    DeliveryStore deliveryStore(@Qualifier(DATABASE) Database database) {
        return new DeliveryStore(database);
    }

    @Bean
    Handlers notificationHandlers(
            @Qualifier(MESSAGES) ContextMessages messages,
            DeliveryStore store,
            MailSettings settings) {
        Handlers handlers =
                new Handlers()
                        .on(
                                MailRequested.class,
                                asked -> store.insert(asked, settings.giveUpAfter()));
        messages.consume(GROUP, List.of(Topic.NOTIFICATION_REQUESTS), handlers);
        return handlers;
    }

    @Bean
    SendMails sendMails(
            @Qualifier(JOBS) Jobs jobs,
            DeliveryStore store,
            MailSettings settings,
            MessageKeys keys,
            CalendarSettings calendar,
            Clock clock,
            MeterRegistry registry) {
        SendMails work =
                new SendMails(
                        store,
                        new SmtpServer(settings, clock),
                        new MailTemplates(settings.siteUrl(), calendar.zone()),
                        keys.of(GROUP),
                        settings,
                        clock,
                        registry);
        if (!settings.sends() && !settings.mailbox()) {
            LoggerFactory.getLogger(NotificationModule.class)
                    .warn("No mail is sent: onsale.mail.host is not set");
        }
        jobs.every("send-mails", SEND_EVERY, SEND_LEASE, lease -> work.run(lease::stillMine));
        jobs.every(
                "purge-mails",
                PURGE_EVERY,
                SEND_LEASE,
                lease -> {
                    while (store.deleteOld(settings.keptFor(), ROWS_MAX) > 0 && lease.stillMine()) {
                        // the next portion
                    }
                });
        return work;
    }
}
