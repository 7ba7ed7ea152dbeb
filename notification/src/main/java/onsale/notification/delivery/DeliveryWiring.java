package onsale.notification.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import onsale.contracts.Context;
import onsale.notification.FcmSettings;
import onsale.notification.MailSettings;
import onsale.notification.SmsSettings;
import onsale.notification.WebPushSettings;
import onsale.notification.channel.DeviceStore;
import onsale.notification.channel.FcmPush;
import onsale.notification.channel.PushKeys;
import onsale.notification.channel.SnsSms;
import onsale.notification.channel.WebPush;
import onsale.notification.outgoing.GuardedHttp;
import onsale.platform.CalendarSettings;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.platform.internal.InternalCalls;
import onsale.platform.messaging.MessageKeys;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the channels and what sends by them. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    MailSettings.class,
    SmsSettings.class,
    FcmSettings.class,
    WebPushSettings.class
})
@Import({MailboxController.class, DeliveriesController.class})
public class DeliveryWiring {

    /** The channels of this installation: those that are set up. */
    public record Offered(Set<Channel> channels) {}

    @Bean
    Offered offeredChannels(
            MailSettings mail, SmsSettings sms, FcmSettings fcm, WebPushSettings webPush) {
        Set<Channel> channels = EnumSet.noneOf(Channel.class);
        if (mail.sends() || mail.mailbox()) {
            channels.add(Channel.EMAIL);
        }
        if (sms.sends()) {
            channels.add(Channel.SMS);
        }
        if (fcm.sends()) {
            channels.add(Channel.FCM);
        }
        if (webPush.sends()) {
            channels.add(Channel.WEB_PUSH);
        }
        return new Offered(channels);
    }

    @Bean
    DeliveryStore deliveryStore(Database notificationDatabase) {
        return new DeliveryStore(notificationDatabase);
    }

    @Bean
    OperatorDeliveries operatorDeliveries(Database notificationDatabase) {
        return new OperatorDeliveries(notificationDatabase);
    }

    @Bean
    AuditTrail notificationAudit(Database notificationDatabase) {
        return new AuditTrail(notificationDatabase);
    }

    @Bean
    DeviceStore pushDeviceStore(Database notificationDatabase) {
        return new DeviceStore(notificationDatabase);
    }

    @Bean
    PushKeys pushKeys(Database notificationDatabase, MessageKeys keys) {
        return new PushKeys(notificationDatabase, keys.of(Context.NOTIFICATION));
    }

    @Bean
    ComposeMails composeMails(
            MailSettings settings,
            CalendarSettings calendar,
            MessageKeys keys,
            InternalCalls calls) {
        return new ComposeMails(
                new MailTemplates(settings.siteUrl(), calendar.zone()),
                keys.of(Context.NOTIFICATION),
                new Contacts(calls));
    }

    @Bean
    SendMails sendMails(
            DeliveryStore store,
            ComposeMails compose,
            MailSettings settings,
            Clock clock,
            MeterRegistry registry) {
        return new SendMails(
                store, new SmtpServer(settings, clock), compose, settings, clock, registry);
    }

    /** One for each channel besides mail that is set up. */
    public record ShortMessages(List<SendShortMessages> senders) {}

    @Bean
    ShortMessages shortMessages(
            SmsSettings sms,
            FcmSettings fcm,
            WebPushSettings webPush,
            MailSettings mail,
            PushKeys pushKeys,
            GuardedHttp http,
            DeliveryStore store,
            DeviceStore devices,
            ComposeMails compose,
            Clock clock,
            MeterRegistry registry) {
        List<Carrier> carriers = new ArrayList<>();
        if (sms.sends()) {
            carriers.add(new SnsSms(sms, clock));
        }
        if (fcm.sends()) {
            carriers.add(new FcmPush(fcm, clock));
        }
        if (webPush.sends()) {
            carriers.add(new WebPush(webPush, pushKeys, http, clock));
        }
        Pauses pauses = new Pauses(mail.retryAfter(), mail.retryAtLeastEvery());
        return new ShortMessages(
                carriers.stream()
                        .map(carrier ->
                                new SendShortMessages(
                                        carrier, store, devices, compose, clock, registry, pauses))
                        .toList());
    }
}
