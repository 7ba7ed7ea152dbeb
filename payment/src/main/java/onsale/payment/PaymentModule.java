package onsale.payment;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import onsale.contracts.CloseOrder;
import onsale.contracts.RefundOrder;
import onsale.contracts.Topic;
import onsale.platform.Ids;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.pass.Passes;
import onsale.platform.portone.PortOneSettings;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of the payment context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PaymentSettings.class)
public class PaymentModule {

    public static final ContextSchema SCHEMA =
            new ContextSchema("payment_service", "payment_svc_user");

    /** Effects of messages are remembered under this name: never change it. */
    private static final String GROUP = "payment";

    @Bean
    Database paymentDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean
    Jobs paymentJobs(@Qualifier("paymentDatabase") Database database) {
        return new Jobs(database);
    }

    @Bean
    PortOne portOne(PortOneSettings portOne, PaymentSettings settings) {
        return new PortOne(portOne, settings);
    }

    @Bean
    ContextMessages paymentMessages(
            @Qualifier("paymentDatabase") Database database,
            @Qualifier("paymentJobs") Jobs jobs,
            Ids ids,
            KafkaSettings kafka,
            MessagingSettings messaging) {
        return new ContextMessages(database, ids::next, kafka, messaging, jobs);
    }

    @Bean
    Settlement settlement(
            @Qualifier("paymentDatabase") Database database,
            @Qualifier("paymentMessages") ContextMessages messages,
            Ids ids,
            PaymentSettings settings) {
        Settlement settlement =
                new Settlement(
                        database,
                        new PaymentStore(database),
                        new RefundStore(database),
                        messages.outbox(),
                        ids::next,
                        settings.attemptsMax());
        messages.consume(
                GROUP,
                List.of(Topic.RESERVATION_EVENTS),
                new Handlers()
                        .on(CloseOrder.class, settlement::closeOrder)
                        .on(RefundOrder.class, settlement::refundOrder));
        return settlement;
    }

    @Bean
    Reconciler reconciler(
            @Qualifier("paymentDatabase") Database database,
            @Qualifier("paymentJobs") Jobs jobs,
            Settlement settlement,
            PortOne provider,
            Passes passes,
            PaymentSettings settings) {
        Reconciler reconciler =
                new Reconciler(
                        new PaymentStore(database),
                        new RefundStore(database),
                        new WebhookStore(database),
                        settlement,
                        provider,
                        passes);
        reconciler.start(jobs, settings.askEvery());
        return reconciler;
    }

    @Bean
    CompareBooks compareBooks(
            @Qualifier("paymentDatabase") Database database,
            @Qualifier("paymentJobs") Jobs jobs,
            Settlement settlement,
            Reconciler reconciler,
            PortOne provider,
            MeterRegistry registry) {
        ComparisonStore comparisons = new ComparisonStore(database);
        PaymentStore payments = new PaymentStore(database);
        CompareBooks compare =
                new CompareBooks(
                        comparisons,
                        payments,
                        new RefundStore(database),
                        new WebhookStore(database),
                        settlement,
                        reconciler,
                        provider);
        compare.start(jobs);
        PaymentMetrics.register(registry, payments, comparisons, provider);
        return compare;
    }

    @Bean
    PaymentController paymentController(
            @Qualifier("paymentDatabase") Database database,
            Settlement settlement,
            Reconciler reconciler,
            PortOne provider,
            Passes passes,
            PaymentSettings settings,
            PortOneSettings portOne,
            Ids ids,
            Clock clock) {
        PaymentStore store = new PaymentStore(database);
        return new PaymentController(
                new Pay(database, store, settlement, provider, passes, settings, ids::next),
                store,
                new WebhookStore(database),
                new WebhookSignature(portOne.webhookSecrets(), clock),
                reconciler,
                portOne);
    }
}
