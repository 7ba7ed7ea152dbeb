package onsale.payment;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import onsale.contracts.CloseOrder;
import onsale.contracts.Context;
import onsale.contracts.OrderPass;
import onsale.contracts.RefundOrder;
import onsale.payment.books.CompareBooks;
import onsale.payment.books.ComparisonStore;
import onsale.payment.books.FindDifferences;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.ChosenMethod;
import onsale.payment.order.DueAttempts;
import onsale.payment.order.OrderStore;
import onsale.payment.order.OrderVerdicts;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.order.PaymentEvents;
import onsale.payment.pay.CancelAttempt;
import onsale.payment.pay.ConfirmPayment;
import onsale.payment.pay.PreparePayment;
import onsale.payment.points.Points;
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
import onsale.payment.webhook.WebhookStore;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.portone.PaymentMethod;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.portone.ProviderTrust;
import onsale.platform.portone.ProviderTrust.Judgement;
import onsale.platform.portone.ProviderTrust.Shown;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;

/** The payment context on real servers, with a provider of its own. */
public final class PaymentFixture implements AutoCloseable {

    public static final long PRICE_WON = 50_000;
    public static final ChosenMethod CARD = new ChosenMethod(PaymentMethod.CARD, "channel");
    private static final String ZONE = "Asia/Seoul";

    public final SimulatedProvider provider = new SimulatedProvider();
    public final MeterRegistry registry = new SimpleMeterRegistry();
    public final Database database;
    public final AttemptStore attempts;
    public final RefundStore refunds;
    public final WebhookStore webhooks;
    public final ComparisonStore comparisons;
    private final OrderVerdicts verdicts;
    public final PreparePayment preparePayment;
    public final ConfirmPayment confirmPayment;
    public final CancelAttempt cancelAttempt;
    public final HandleWebhooks handleWebhooks;
    public final CompareBooks compareBooks;
    final DueAttempts due;
    final PortOnePayments portOne;
    private final RefundCharges refundCharges;
    private final AskAboutAttempts askAboutAttempts;
    private final SendRefunds sendRefunds;
    private final SettlePoints settlePoints;
    private final Findings findings;
    private final Passes passes;

    public PaymentFixture(Stores stores) {
        this(
                stores,
                SimulatedProvider.OPTIONS.channelKey(),
                true,
                settings -> new ProviderTrust(settings)::payment);
    }

    /**
     * @param channelKey the one channel that is configured
     * @param trust decides which charges count
     */
    public PaymentFixture(
            Stores stores,
            String channelKey,
            boolean testMode,
            Function<PortOneSettings, Function<Shown, Judgement>> trust) {
        Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());
        PortOneSettings known = provider.settings(channelKey, testMode);
        PaymentSettings settings = settings(100);
        passes =
                new Passes(
                        PassKeys.of(new PassSettings(List.of()), stores.secret()),
                        Clock.systemUTC());
        portOne = new PortOnePayments(known, settings);
        database = stores.database(PaymentModule.SCHEMA);
        attempts = new AttemptStore(database);
        due = new DueAttempts(database);
        refunds = new RefundStore(database);
        webhooks = new WebhookStore(database);
        comparisons = new ComparisonStore(database);
        OrderStore orders = new OrderStore(database, attempts);
        Ledger ledger = new Ledger(database);
        PaymentEvents events =
                new PaymentEvents(
                        database,
                        new Outbox(database, ids::next, stores.messageKeys().of(Context.PAYMENT)));
        Points points = new Points(database, settings);
        settlePoints = new SettlePoints(database, orders, points);
        verdicts = new OrderVerdicts(orders, attempts, events, points, settings.attemptsMax());
        refundCharges =
                new RefundCharges(
                        database, orders, attempts, refunds, ledger, events, points, ids::next);
        JudgeCharges judge = new JudgeCharges(trust.apply(known), registry);
        SettleAttempt settle =
                new SettleAttempt(
                        database,
                        orders,
                        attempts,
                        verdicts,
                        refundCharges,
                        ledger,
                        judge,
                        new PayOrder(database, events));
        AdoptPayment adopt =
                new AdoptPayment(
                        database, orders, attempts, refundCharges, ledger, judge, settle, passes);
        askAboutAttempts = new AskAboutAttempts(due, settle, portOne);
        sendRefunds = new SendRefunds(refunds, refundCharges, settle, portOne);
        handleWebhooks = new HandleWebhooks(webhooks, attempts, settle, adopt, portOne);
        preparePayment =
                new PreparePayment(
                        database,
                        orders,
                        attempts,
                        verdicts,
                        portOne,
                        passes,
                        points,
                        settings.attemptsMax(),
                        ids::next);
        confirmPayment = new ConfirmPayment(attempts, due, settle, portOne, settings.fanWaits());
        cancelAttempt = new CancelAttempt(database, orders, attempts, verdicts);
        compareBooks =
                new CompareBooks(
                        comparisons,
                        attempts,
                        webhooks,
                        new FindDifferences(attempts, refunds, settle, adopt),
                        portOne,
                        new CalendarSettings(ZONE));
        findings = new Findings(database, attempts, provider);
    }

    public static PaymentSettings settings(int providerCallsMax) {
        return new PaymentSettings(
                Duration.ofSeconds(1),
                Duration.ofMillis(700),
                providerCallsMax,
                3,
                Duration.ofMillis(100),
                1,
                Duration.ofDays(365));
    }

    public static OrderPass anOrder() {
        return anOrder(PRICE_WON);
    }

    /** An order of this fan. */
    public static OrderPass anOrderOf(UUID userId, long amountWon) {
        OrderPass any = anOrder(amountWon);
        return new OrderPass(
                any.orderId(),
                any.reservationId(),
                userId,
                any.scheduleId(),
                amountWon,
                any.refundableUntil());
    }

    public static OrderPass aFreeOrder() {
        return anOrder(0);
    }

    private static OrderPass anOrder(long amountWon) {
        return new OrderPass(
                UUID.randomUUID(),
                UUID.randomUUID(),
                UUID.randomUUID(),
                UUID.randomUUID(),
                amountWon,
                Instant.now().plus(Duration.ofDays(30)));
    }

    public String pass(OrderPass order) {
        return order.issue(passes, Instant.now().plusSeconds(300));
    }

    public String expiredPass(OrderPass order) {
        return order.issue(passes, Instant.now().minusSeconds(3_600));
    }

    /** The fan prepares to pay by card. */
    public PreparePayment.Outcome prepare(OrderPass order, String paymentKey) {
        return prepare(order, pass(order), paymentKey);
    }

    /**
     * @param pass the signed order, or what somebody made of it
     */
    public PreparePayment.Outcome prepare(OrderPass order, String pass, String paymentKey) {
        return preparePayment.prepare(order.userId(), pass, paymentKey, CARD, 0);
    }

    /** The fan prepares to pay a part with points. */
    public PreparePayment.Outcome prepareWithPoints(OrderPass order, long points) {
        return preparePayment.prepare(
                order.userId(), pass(order), UUID.randomUUID().toString(), CARD, points);
    }

    /** A fan's points in one account of the ledger. */
    public long points(UUID userId, String account) {
        return database.sql()
                .sql(
                        """
                        select coalesce(sum(amount), 0) from point_entries
                        where user_id = ? and account = ?
                        """)
                .params(userId, account)
                .query(Long.class)
                .single();
    }

    /** Lets the refund window of all orders close. */
    public void closeRefundWindows() {
        database.sql().sql("update point_lots set spendable_at = now()").update();
        settlePoints.run(() -> true);
    }

    /** On a busy machine the provider may seem away: then the same request is sent again. */
    public PaymentAttempt prepared(OrderPass order) {
        String pass = pass(order);
        String key = UUID.randomUUID().toString();
        PreparePayment.Outcome[] last = new PreparePayment.Outcome[1];
        Wait.until(
                "it is prepared",
                Duration.ofSeconds(30),
                () -> {
                    last[0] = prepare(order, pass, key);
                    return !(last[0] instanceof PreparePayment.Outcome.ProviderAway
                            || last[0] instanceof PreparePayment.Outcome.InFlight);
                });
        if (last[0] instanceof PreparePayment.Outcome.Prepared prepared) {
            return prepared.attempt();
        }
        throw new AssertionError("not prepared: " + last[0]);
    }

    /** The fan agrees on the provider's page, and confirms. */
    public ConfirmPayment.Outcome confirmed(PaymentAttempt attempt) {
        return confirmPayment.confirm(attempt.userId(), attempt.id(), provider.approved(attempt));
    }

    public Status status(PaymentAttempt attempt) {
        return attempts.find(attempt.id()).orElseThrow().status();
    }

    public void closeOrder(OrderPass order) {
        closeOrder(order, "ABANDONED");
    }

    /** Reservation asks to close the order. */
    public void closeOrder(OrderPass order, String reason) {
        database.inTransaction(() ->
                verdicts.closeOrder(
                        new CloseOrder(order.orderId(), order.reservationId(), reason)));
    }

    /** Reservation asks to refund the order. */
    public void refundOrder(PaymentAttempt paid) {
        refundOrder(paid, null, paid.amountWon(), null);
    }

    /** Reservation asks to refund seats of the order. */
    public void refundOrder(
            PaymentAttempt paid, @Nullable UUID refundId, long amountWon, @Nullable Long priceWon) {
        database.inTransaction(() ->
                refundCharges.refundOrder(
                        new RefundOrder(
                                paid.orderId(),
                                paid.reservationId(),
                                paid.id(),
                                amountWon,
                                "CANCELLED_BY_FAN",
                                refundId,
                                priceWon)));
    }

    /** Runs the jobs for attempts and refunds at once, as if all of them were due. */
    public void runJobs() {
        database.sql().sql("update payments set ask_again_at = now()").update();
        database.sql().sql("update refunds set ask_again_at = now()").update();
        askAboutAttempts.run(() -> true);
        sendRefunds.run(() -> true);
        settlePoints.run(() -> true);
    }

    /** Compares the books as in a new night, payments of this moment included. */
    public void compareTonight() throws Exception {
        database.sql().sql("truncate comparisons").update();
        compareBooks.compare(
                comparisons.due(0, ZONE).orElseThrow(), Duration.ofSeconds(-5), () -> true);
    }

    /** The types of the messages that told reservation about an order. */
    public List<String> told(OrderPass order) {
        return database.sql()
                .sql(
                        """
                        select event_type from common.outbox_events
                        where message_key = ? order by seq
                        """)
                .param(order.reservationId().toString())
                .query(String.class)
                .list();
    }

    /** What must not be, by what it is. */
    public Map<String, Object> findings() throws IOException {
        return findings.find();
    }

    @Override
    public void close() {
        portOne.close();
        provider.close();
    }
}
