package onsale.payment;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import onsale.contracts.CloseOrder;
import onsale.contracts.Context;
import onsale.contracts.RefundOrder;
import onsale.contracts.Topic;
import onsale.payment.books.CompareBooks;
import onsale.payment.books.ComparisonStore;
import onsale.payment.books.FindDifferences;
import onsale.payment.books.RepairPayments;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.DueAttempts;
import onsale.payment.order.OrderStore;
import onsale.payment.order.OrderVerdicts;
import onsale.payment.order.PaymentEvents;
import onsale.payment.pay.CancelAttempt;
import onsale.payment.pay.ConfirmPayment;
import onsale.payment.pay.PaymentController;
import onsale.payment.pay.PaymentSearch;
import onsale.payment.pay.PaymentSearchController;
import onsale.payment.pay.PreparePayment;
import onsale.payment.points.Points;
import onsale.payment.points.PointsController;
import onsale.payment.points.SettlePoints;
import onsale.payment.provider.PortOnePayments;
import onsale.payment.refund.Ledger;
import onsale.payment.refund.RefundCharges;
import onsale.payment.refund.RefundStore;
import onsale.payment.settle.AdoptPayment;
import onsale.payment.settle.AskAboutAttempts;
import onsale.payment.settle.JudgeCharges;
import onsale.payment.settle.PayOrder;
import onsale.payment.settle.SendRefunds;
import onsale.payment.settle.SettleAttempt;
import onsale.payment.webhook.HandleWebhooks;
import onsale.payment.webhook.ReceiveWebhook;
import onsale.payment.webhook.WebhookSignature;
import onsale.payment.webhook.WebhookStore;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.integrity.ContextIntegrity;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.StaleOutbox;
import onsale.platform.node.ServerCheck;
import onsale.platform.pass.Passes;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.portone.ProviderTrust;
import onsale.platform.warmup.WarmUp;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The wiring of the payment context: the only type, with its settings, that others need. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PaymentSettings.class)
public class PaymentModule {

    public static final ContextSchema SCHEMA =
            new ContextSchema("payment_service", "payment_svc_user");

    /** The inbox remembers handled messages under this name: never change it. */
    private static final String GROUP = Context.PAYMENT;

    /** Requests about an order and a payment that do not exist. */
    @Bean
    WarmUp paymentWarmUp(Ids ids) {
        UUID none = ids.next();
        return new WarmUp() {
            @Override
            public List<Call> calls() {
                return List.of(
                        new WarmUp.Call(
                                "POST",
                                "/api/payments",
                                "{\"paymentOrder\":\"none\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                        .formatted(none)),
                        new WarmUp.Call("GET", "/api/payments/" + none, null));
            }
        };
    }

    @Bean
    Database paymentDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean
    Jobs paymentJobs(Database paymentDatabase) {
        return new Jobs(paymentDatabase);
    }

    @Bean
    PortOnePayments portOnePayments(PortOneSettings portOne, PaymentSettings settings) {
        return new PortOnePayments(portOne, settings);
    }

    @Bean
    ServerCheck providerCheck(PortOnePayments provider) {
        return new ServerCheck("provider", provider::ask);
    }

    @Bean
    ContextMessages paymentMessages(
            Database paymentDatabase,
            Jobs paymentJobs,
            Ids ids,
            MessageKeys keys,
            KafkaSettings kafka,
            MessagingSettings messaging) {
        return new ContextMessages(
                paymentDatabase,
                ids::next,
                keys.of(Context.PAYMENT),
                kafka,
                messaging,
                paymentJobs);
    }

    // ---- orders and attempts

    @Bean
    AttemptStore paymentAttempts(Database paymentDatabase) {
        return new AttemptStore(paymentDatabase);
    }

    @Bean
    OrderStore paymentOrders(Database paymentDatabase, AttemptStore attempts) {
        return new OrderStore(paymentDatabase, attempts);
    }

    @Bean
    DueAttempts dueAttempts(Database paymentDatabase) {
        return new DueAttempts(paymentDatabase);
    }

    @Bean
    PaymentEvents paymentEvents(Database paymentDatabase, ContextMessages paymentMessages) {
        return new PaymentEvents(paymentDatabase, paymentMessages.outbox());
    }

    @Bean
    Points points(Database paymentDatabase, PaymentSettings settings) {
        return new Points(paymentDatabase, settings);
    }

    @Bean
    SettlePoints settlePoints(
            Database paymentDatabase,
            OrderStore orders,
            Points points,
            Jobs paymentJobs,
            PaymentSettings settings) {
        SettlePoints settle = new SettlePoints(paymentDatabase, orders, points);
        settle.start(paymentJobs, settings.askEvery());
        return settle;
    }

    @Bean
    PointsController pointsController(Database paymentDatabase) {
        return new PointsController(paymentDatabase);
    }

    @Bean
    OrderVerdicts orderVerdicts(
            OrderStore orders,
            AttemptStore attempts,
            PaymentEvents events,
            Points points,
            PaymentSettings settings) {
        return new OrderVerdicts(orders, attempts, events, points, settings.attemptsMax());
    }

    // ---- refunds

    @Bean
    RefundStore paymentRefunds(Database paymentDatabase) {
        return new RefundStore(paymentDatabase);
    }

    @Bean
    Ledger paymentLedger(Database paymentDatabase) {
        return new Ledger(paymentDatabase);
    }

    @Bean
    RefundCharges refundCharges(
            Database paymentDatabase,
            OrderStore orders,
            AttemptStore attempts,
            RefundStore refunds,
            Ledger ledger,
            PaymentEvents events,
            Points points,
            Ids ids) {
        return new RefundCharges(
                paymentDatabase, orders, attempts, refunds, ledger, events, points, ids::next);
    }

    @Bean
    Handlers paymentHandlers(
            ContextMessages paymentMessages, OrderVerdicts verdicts, RefundCharges refunds) {
        Handlers handlers =
                new Handlers()
                        .on(CloseOrder.class, verdicts::closeOrder)
                        .on(RefundOrder.class, refunds::refundOrder);
        paymentMessages.consume(GROUP, List.of(Topic.RESERVATION_EVENTS), handlers);
        return handlers;
    }

    // ---- what the provider shows

    @Bean
    JudgeCharges judgeCharges(PortOneSettings portOne, MeterRegistry registry) {
        return new JudgeCharges(new ProviderTrust(portOne)::payment, registry);
    }

    @Bean
    SettleAttempt settleAttempt(
            Database paymentDatabase,
            OrderStore orders,
            AttemptStore attempts,
            OrderVerdicts verdicts,
            RefundCharges refunds,
            Ledger ledger,
            JudgeCharges judge,
            PaymentEvents events) {
        return new SettleAttempt(
                paymentDatabase,
                orders,
                attempts,
                verdicts,
                refunds,
                ledger,
                judge,
                new PayOrder(paymentDatabase, events));
    }

    @Bean
    AdoptPayment adoptPayment(
            Database paymentDatabase,
            OrderStore orders,
            AttemptStore attempts,
            RefundCharges refunds,
            Ledger ledger,
            JudgeCharges judge,
            SettleAttempt settleAttempt,
            Passes passes) {
        return new AdoptPayment(
                paymentDatabase, orders, attempts, refunds, ledger, judge, settleAttempt, passes);
    }

    @Bean
    AskAboutAttempts askAboutAttempts(
            DueAttempts due,
            SettleAttempt settleAttempt,
            PortOnePayments provider,
            Jobs paymentJobs,
            PaymentSettings settings) {
        AskAboutAttempts ask = new AskAboutAttempts(due, settleAttempt, provider);
        ask.start(paymentJobs, settings.askEvery());
        return ask;
    }

    @Bean
    SendRefunds sendRefunds(
            RefundStore store,
            RefundCharges refunds,
            SettleAttempt settleAttempt,
            PortOnePayments provider,
            Jobs paymentJobs,
            PaymentSettings settings) {
        SendRefunds send = new SendRefunds(store, refunds, settleAttempt, provider);
        send.start(paymentJobs, settings.askEvery());
        return send;
    }

    // ---- webhooks

    @Bean
    WebhookStore webhookStore(Database paymentDatabase) {
        return new WebhookStore(paymentDatabase);
    }

    @Bean
    HandleWebhooks handleWebhooks(
            WebhookStore store,
            AttemptStore attempts,
            DueAttempts due,
            SettleAttempt settleAttempt,
            AdoptPayment adoptPayment,
            PortOnePayments provider,
            Jobs paymentJobs,
            PaymentSettings settings) {
        HandleWebhooks handle =
                new HandleWebhooks(store, attempts, settleAttempt, adoptPayment, provider);
        handle.start(paymentJobs, settings.askEvery());
        return handle;
    }

    @Bean
    ReceiveWebhook receiveWebhook(
            PortOneSettings portOne, Clock clock, WebhookStore store, HandleWebhooks handle) {
        return new ReceiveWebhook(
                new WebhookSignature(portOne.webhookSecrets(), clock), store, handle);
    }

    // ---- books

    @Bean
    CompareBooks compareBooks(
            Database paymentDatabase,
            AttemptStore attempts,
            DueAttempts due,
            RefundStore refunds,
            WebhookStore webhooks,
            SettleAttempt settleAttempt,
            AdoptPayment adoptPayment,
            PortOnePayments provider,
            CalendarSettings calendar,
            Jobs paymentJobs,
            MeterRegistry registry) {
        ComparisonStore comparisons = new ComparisonStore(paymentDatabase);
        CompareBooks compare =
                new CompareBooks(
                        comparisons,
                        attempts,
                        webhooks,
                        new FindDifferences(attempts, refunds, settleAttempt, adoptPayment),
                        provider,
                        calendar);
        compare.start(paymentJobs);
        PaymentMetrics.register(registry, due, refunds, comparisons, provider);
        return compare;
    }

    @Bean
    ContextIntegrity paymentIntegrity(
            Database paymentDatabase,
            OrderStore orders,
            AttemptStore attempts,
            DueAttempts due,
            OrderVerdicts verdicts,
            RefundStore refundStore,
            RefundCharges refunds) {
        RepairPayments repair =
                new RepairPayments(
                        paymentDatabase, orders, attempts, due, verdicts, refundStore, refunds);
        return ContextIntegrity.of(StaleOutbox.repair(paymentDatabase)).and(repair.all());
    }

    // ---- the API

    @Bean
    PaymentSearchController paymentSearchController(Database paymentDatabase) {
        return new PaymentSearchController(new PaymentSearch(paymentDatabase));
    }

    @Bean
    PaymentController paymentController(
            Database paymentDatabase,
            OrderStore orders,
            AttemptStore attempts,
            DueAttempts due,
            OrderVerdicts verdicts,
            SettleAttempt settleAttempt,
            ReceiveWebhook receiveWebhook,
            PortOnePayments provider,
            Passes passes,
            Points points,
            PaymentSettings settings,
            PortOneSettings portOne,
            Ids ids) {
        return new PaymentController(
                new PreparePayment(
                        paymentDatabase,
                        orders,
                        attempts,
                        verdicts,
                        provider,
                        passes,
                        points,
                        settings.attemptsMax(),
                        ids::next),
                new ConfirmPayment(attempts, due, settleAttempt, provider, settings.fanWaits()),
                new CancelAttempt(paymentDatabase, orders, attempts, verdicts),
                receiveWebhook,
                attempts,
                portOne);
    }
}
