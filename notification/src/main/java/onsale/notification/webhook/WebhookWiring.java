package onsale.notification.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import onsale.contracts.Context;
import onsale.notification.WebhookSettings;
import onsale.notification.outgoing.GuardedHttp;
import onsale.platform.Ids;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.MessageKeys;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires outgoing webhooks. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WebhookSettings.class)
@Import(WebhookController.class)
public class WebhookWiring {

    private static final Duration SEND_EVERY = Duration.ofSeconds(1);
    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final Duration PURGE_EVERY = Duration.ofHours(1);
    private static final int ROWS_MAX = 500;

    @Bean
    GuardedHttp guardedHttp(WebhookSettings settings) {
        return new GuardedHttp(InetAddress::getAllByName, settings.privateAddressesAllowed());
    }

    @Bean
    WebhookStore outgoingWebhookStore(Database notificationDatabase) {
        return new WebhookStore(notificationDatabase);
    }

    @Bean
    WebhookDeliveryStore webhookDeliveryStore(Database notificationDatabase) {
        return new WebhookDeliveryStore(notificationDatabase);
    }

    @Bean
    WebhookSecrets webhookSecrets(MessageKeys keys) {
        return new WebhookSecrets(keys.of(Context.NOTIFICATION));
    }

    @Bean
    HearOfEvents hearOfEvents(WebhookDeliveryStore deliveries) {
        return new HearOfEvents(deliveries);
    }

    @Bean
    ManageWebhooks manageWebhooks(
            Database notificationDatabase,
            WebhookStore webhooks,
            WebhookDeliveryStore deliveries,
            WebhookSecrets secrets,
            AuditTrail notificationAudit,
            WebhookSettings settings,
            Ids ids) {
        return new ManageWebhooks(
                notificationDatabase,
                webhooks,
                deliveries,
                secrets,
                notificationAudit,
                settings,
                ids);
    }

    @Bean
    SendWebhooks sendWebhooks(
            @Qualifier("notificationJobs") Jobs jobs,
            WebhookStore webhooks,
            WebhookDeliveryStore deliveries,
            WebhookSecrets secrets,
            GuardedHttp http,
            WebhookSettings settings,
            Clock clock,
            MeterRegistry registry) {
        SendWebhooks work =
                new SendWebhooks(webhooks, deliveries, secrets, http, settings, clock, registry);
        jobs.every("send-webhooks", SEND_EVERY, LEASE, _ -> work.run());
        jobs.every(
                "purge-webhooks",
                PURGE_EVERY,
                LEASE,
                lease -> {
                    while (deliveries.deleteOld(settings.keptFor(), ROWS_MAX) > 0
                            && lease.stillMine()) {
                        // the next portion
                    }
                });
        return work;
    }
}
