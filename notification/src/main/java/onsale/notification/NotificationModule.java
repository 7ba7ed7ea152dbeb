package onsale.notification;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import onsale.contracts.Context;
import onsale.contracts.MailRequested;
import onsale.contracts.Topic;
import onsale.notification.delivery.DeliveryStore;
import onsale.notification.delivery.DeliveryWiring;
import onsale.notification.delivery.DeliveryWiring.Offered;
import onsale.notification.delivery.DeliveryWiring.ShortMessages;
import onsale.notification.delivery.SendMails;
import onsale.notification.delivery.SendShortMessages;
import onsale.notification.notice.HearOfBookings;
import onsale.notification.notice.PurchaseStore;
import onsale.notification.notice.RemindPeople;
import onsale.notification.notice.ShowStore;
import onsale.notification.notice.TellPeople;
import onsale.notification.person.PersonWiring;
import onsale.notification.person.SaleReminderStore;
import onsale.notification.webhook.HearOfEvents;
import onsale.notification.webhook.WebhookWiring;
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
@EnableConfigurationProperties(NoticeSettings.class)
@Import({DeliveryWiring.class, PersonWiring.class, WebhookWiring.class})
public class NotificationModule {

    public static final ContextSchema SCHEMA =
            new ContextSchema("notification_service", "notification_svc_user");

    /** Effects of messages are remembered under this name: never change it. */
    private static final String GROUP = Context.NOTIFICATION;

    private static final String JOBS = "notificationJobs";
    private static final String MESSAGES = "notificationMessages";

    private static final Duration SEND_EVERY = Duration.ofSeconds(1);
    private static final Duration SEND_LEASE = Duration.ofMinutes(2);
    private static final Duration REMIND_EVERY = Duration.ofSeconds(10);
    private static final Duration PURGE_EVERY = Duration.ofHours(1);
    private static final int ROWS_MAX = 500;

    @Bean
    Database notificationDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean(JOBS)
    Jobs notificationJobs(Database notificationDatabase) {
        return new Jobs(notificationDatabase);
    }

    @Bean(MESSAGES)
    ContextMessages notificationMessages(
            Database notificationDatabase,
            @Qualifier(JOBS) Jobs jobs,
            Ids ids,
            MessageKeys keys,
            KafkaSettings kafka,
            MessagingSettings messaging) {
        return new ContextMessages(
                notificationDatabase, ids::next, keys.of(GROUP), kafka, messaging, jobs);
    }

    @Bean
    ShowStore showStore(Database notificationDatabase) {
        return new ShowStore(notificationDatabase);
    }

    @Bean
    PurchaseStore purchaseStore(Database notificationDatabase) {
        return new PurchaseStore(notificationDatabase);
    }

    @Bean
    TellPeople tellPeople(DeliveryStore store, Offered offered) {
        return new TellPeople(store, offered.channels());
    }

    @Bean
    Handlers notificationHandlers(
            @Qualifier(MESSAGES) ContextMessages messages,
            DeliveryStore store,
            PurchaseStore purchases,
            ShowStore shows,
            TellPeople tell,
            HearOfEvents events,
            MailSettings mail,
            NoticeSettings notices,
            Clock clock) {
        Handlers handlers =
                new Handlers()
                        .on(MailRequested.class, asked -> store.insert(asked, mail.giveUpAfter()));
        new HearOfBookings(purchases, shows, tell, events, clock, notices.usefulFor())
                .addTo(handlers);
        messages.consume(
                GROUP,
                List.of(
                        Topic.NOTIFICATION_REQUESTS,
                        Topic.CATALOG_EVENTS,
                        Topic.RESERVATION_EVENTS,
                        Topic.PAYMENT_EVENTS),
                handlers);
        return handlers;
    }

    @Bean
    RemindPeople remindPeople(
            @Qualifier(JOBS) Jobs jobs,
            Database notificationDatabase,
            PurchaseStore purchases,
            SaleReminderStore reminders,
            TellPeople tell,
            NoticeSettings settings) {
        RemindPeople work =
                new RemindPeople(notificationDatabase, purchases, reminders, tell, settings);
        jobs.every(
                "remind-people",
                REMIND_EVERY,
                SEND_LEASE,
                lease -> {
                    while (work.run(notificationDatabase.now()) > 0 && lease.stillMine()) {
                        // the next portion
                    }
                });
        return work;
    }

    /** The jobs of this context that send and forget. */
    record StartedJobs(int count) {}

    @Bean
    StartedJobs startedNotificationJobs(
            @Qualifier(JOBS) Jobs jobs,
            SendMails sendMails,
            ShortMessages shortMessages,
            DeliveryStore store,
            PurchaseStore purchases,
            SaleReminderStore reminders,
            MailSettings mail,
            NoticeSettings notices,
            Clock clock) {
        if (!mail.sends() && !mail.mailbox()) {
            LoggerFactory.getLogger(NotificationModule.class)
                    .warn("No mail is sent: onsale.mail.host is not set");
        }
        jobs.every("send-mails", SEND_EVERY, SEND_LEASE, lease -> sendMails.run(lease::stillMine));
        for (SendShortMessages sender : shortMessages.senders()) {
            String channel = sender.channel().name().toLowerCase(Locale.ROOT).replace('_', '-');
            jobs.every(
                    "send-" + channel,
                    SEND_EVERY,
                    SEND_LEASE,
                    lease -> sender.run(lease::stillMine));
        }
        jobs.every(
                "purge-mails",
                PURGE_EVERY,
                SEND_LEASE,
                lease -> {
                    while (store.deleteOld(mail.keptFor(), ROWS_MAX)
                                            + purchases.deleteOld(
                                                    clock.instant()
                                                            .minus(notices.purchasesKeptFor()),
                                                    ROWS_MAX)
                                            + reminders.deleteOld(
                                                    clock.instant()
                                                            .minus(notices.purchasesKeptFor()),
                                                    ROWS_MAX)
                                    > 0
                            && lease.stillMine()) {
                        // the next portion
                    }
                });
        return new StartedJobs(shortMessages.senders().size() + 2);
    }
}
