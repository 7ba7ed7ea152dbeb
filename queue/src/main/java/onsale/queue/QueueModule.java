package onsale.queue;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import onsale.contracts.Context;
import onsale.platform.Ids;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.front.EventStream;
import onsale.platform.front.HotPost;
import onsale.platform.front.HotRead;
import onsale.platform.integrity.ContextIntegrity;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.StaleOutbox;
import onsale.platform.node.LineFigures;
import onsale.platform.pass.Passes;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.platform.redis.Lua;
import onsale.platform.redis.Redis;
import onsale.platform.redis.load.SlowPurchases;
import onsale.platform.warmup.WarmUp;
import onsale.queue.admission.AdmitFans;
import onsale.queue.admission.CallEnteredLines;
import onsale.queue.admission.EndTurn;
import onsale.queue.admission.ExtendTurn;
import onsale.queue.admission.LeaveJournal;
import onsale.queue.admission.LeaveQueue;
import onsale.queue.admission.LeaveStore;
import onsale.queue.admission.TakeTurn;
import onsale.queue.admission.TurnStore;
import onsale.queue.enter.AnswerEntering;
import onsale.queue.enter.EnterAtFront;
import onsale.queue.enter.EnterQueue;
import onsale.queue.line.Line;
import onsale.queue.line.LineKeys;
import onsale.queue.line.LineReader;
import onsale.queue.line.LineSettings;
import onsale.queue.line.LineTurns;
import onsale.queue.line.PersonBindings;
import onsale.queue.recovery.CleanLines;
import onsale.queue.recovery.LineRecovery;
import onsale.queue.recovery.MendLines;
import onsale.queue.recovery.OpenLines;
import onsale.queue.recovery.PutFansBack;
import onsale.queue.recovery.RebuildLine;
import onsale.queue.recovery.RebuildPersons;
import onsale.queue.recovery.RecoveryMetrics;
import onsale.queue.recovery.RecoveryStore;
import onsale.queue.sale.SaleStore;
import onsale.queue.sale.Sales;
import onsale.queue.snapshot.FollowLines;
import onsale.queue.snapshot.LineMetrics;
import onsale.queue.snapshot.ReportLines;
import onsale.queue.status.AnswerStatus;
import onsale.queue.status.LineStream;
import onsale.queue.status.StatusRead;
import onsale.queue.status.WaitingPage;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of the queue context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(QueueSettings.class)
public class QueueModule {

    public static final ContextSchema SCHEMA = new ContextSchema("queue_service", "queue_svc_user");

    // ---- database, messages and jobs

    @Bean
    Database queueDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean
    ContextIntegrity queueIntegrity(@Qualifier("queueDatabase") Database database) {
        return ContextIntegrity.of(StaleOutbox.repair(database));
    }

    @Bean
    Jobs queueJobs(@Qualifier("queueDatabase") Database database) {
        return new Jobs(database);
    }

    @Bean
    ContextMessages queueMessages(
            @Qualifier("queueDatabase") Database database,
            @Qualifier("queueJobs") Jobs jobs,
            Ids ids,
            MessageKeys keys,
            KafkaSettings kafka,
            MessagingSettings messaging) {
        return new ContextMessages(
                database, ids::next, keys.of(Context.QUEUE), kafka, messaging, jobs);
    }

    @Bean
    QueueMessages queueMessageHandlers(
            @Qualifier("queueMessages") ContextMessages messages,
            SaleStore sales,
            EndTurn endTurn) {
        QueueMessages handlers = new QueueMessages(sales, endTurn, messages.outbox());
        handlers.consume(messages);
        return handlers;
    }

    @Bean
    QueueJobs startedQueueJobs(
            @Qualifier("queueJobs") Jobs jobs,
            QueueSettings settings,
            AdmitFans admitFans,
            CallEnteredLines callEnteredLines,
            EndTurn endTurn,
            OpenLines openLines,
            MendLines mendLines,
            CleanLines cleanLines) {
        QueueJobs work =
                new QueueJobs(
                        admitFans, callEnteredLines, endTurn, openLines, mendLines, cleanLines);
        work.start(jobs, settings);
        return work;
    }

    // ---- sales

    @Bean
    SaleStore saleStore(@Qualifier("queueDatabase") Database database) {
        return new SaleStore(database);
    }

    @Bean
    Sales sales(SaleStore store, @Qualifier("queueDatabase") Database database) {
        return new Sales(store, database);
    }

    // ---- lines

    @Bean
    LineKeys lineKeys(Redis redis) {
        return new LineKeys(new Lua(redis));
    }

    @Bean
    Line line(Redis redis, LineKeys keys, QueueSettings settings) {
        return new Line(new Lua(redis), keys, settings.silentAfter(), settings.claimWithin());
    }

    @Bean
    LineTurns lineTurns(Redis redis, LineKeys keys) {
        return new LineTurns(new Lua(redis), keys);
    }

    @Bean
    LineReader lineReader(Redis redis, LineKeys keys, QueueSettings settings) {
        return new LineReader(new Lua(redis), keys, settings.silentAfter());
    }

    @Bean
    LineSettings lineSettings(Redis redis, LineKeys keys) {
        return new LineSettings(new Lua(redis), keys);
    }

    @Bean
    PersonBindings personBindings(Redis redis) {
        return new PersonBindings(new Lua(redis));
    }

    @Bean
    FollowLines followLines(
            LineReader reader,
            LineRecovery lineRecovery,
            PersonBindings persons,
            LeaveStore leaves,
            RecoveryMetrics metrics,
            MeterRegistry registry,
            QueueSettings settings) {
        return new FollowLines(
                reader,
                new PutFansBack(lineRecovery, persons, leaves, metrics)::run,
                new LineMetrics(registry),
                settings.followEvery(),
                settings.silentAfter());
    }

    @Bean
    LineFigures lineFigures(FollowLines lines) {
        return new ReportLines(lines);
    }

    // ---- admission

    @Bean
    TurnStore turnStore(@Qualifier("queueDatabase") Database database) {
        return new TurnStore(database);
    }

    @Bean
    LeaveStore leaveStore(@Qualifier("queueDatabase") Database database) {
        return new LeaveStore(database);
    }

    @Bean
    LeaveJournal leaveJournal(LeaveStore store) {
        return new LeaveJournal(store);
    }

    @Bean
    EndTurn endTurn(
            @Qualifier("queueDatabase") Database database,
            @Qualifier("queueMessages") ContextMessages messages,
            Line line,
            LineTurns lineTurns,
            PersonBindings persons,
            TurnStore turns) {
        return new EndTurn(database, messages.outbox(), line, lineTurns, persons, turns);
    }

    @Bean
    TakeTurn takeTurn(
            LineTurns line,
            TurnStore turns,
            LeaveStore leaves,
            EndTurn endTurn,
            Passes passes,
            Ids ids,
            QueueSettings settings) {
        return new TakeTurn(line, turns, leaves, endTurn, passes, ids::next, settings.tokenFor());
    }

    @Bean
    ExtendTurn extendTurn(TurnStore turns, Passes passes, QueueSettings settings) {
        return new ExtendTurn(turns, passes, settings.tokenFor());
    }

    @Bean
    LeaveQueue leaveQueue(
            Line line,
            PersonBindings persons,
            TurnStore turns,
            LeaveJournal journal,
            EndTurn endTurn) {
        return new LeaveQueue(line, persons, turns, journal, endTurn);
    }

    @Bean
    AdmitFans admitFans(Sales sales, Line line, Redis redis) {
        return new AdmitFans(sales, line, new SlowPurchases(new Lua(redis)), Duration.ofSeconds(1));
    }

    @Bean
    CallEnteredLines callEnteredLines(Line line, Sales sales) {
        return new CallEnteredLines(line, sales);
    }

    // ---- recovery

    @Bean
    RecoveryStore recoveryStore(@Qualifier("queueDatabase") Database database) {
        return new RecoveryStore(database);
    }

    @Bean
    LineRecovery lineRecovery(Redis redis, LineKeys keys) {
        return new LineRecovery(new Lua(redis), keys);
    }

    @Bean
    RecoveryMetrics recoveryMetrics(MeterRegistry registry) {
        return new RecoveryMetrics(registry);
    }

    @Bean
    OpenLines openLines(
            Sales sales,
            LineSettings lineSettings,
            LineRecovery line,
            RecoveryStore store,
            TurnStore turns,
            PersonBindings persons,
            SaleStore saleStore,
            LineReader reader,
            RecoveryMetrics metrics,
            QueueSettings settings) {
        return new OpenLines(
                sales,
                lineSettings,
                new RebuildLine(line, store, turns, metrics, settings.returnWithin()),
                new RebuildPersons(persons, turns, saleStore, reader),
                store);
    }

    @Bean
    MendLines mendLines(
            Sales sales,
            TurnStore turns,
            LeaveStore leaves,
            LineReader reader,
            LineTurns line,
            EndTurn endTurn) {
        return new MendLines(sales, turns, leaves, reader, line, endTurn);
    }

    @Bean
    CleanLines cleanLines(
            SaleStore sales, LineReader reader, LineRecovery line, PersonBindings persons) {
        return new CleanLines(sales, reader, line, persons);
    }

    // ---- answers

    @Bean
    EnterQueue enterQueue(
            Sales sales,
            Line line,
            PersonBindings persons,
            Passes passes,
            CallEnteredLines callEnteredLines) {
        return new EnterQueue(sales, line, persons, passes, callEnteredLines::entered);
    }

    @Bean
    AnswerStatus answerStatus(Sales sales, FollowLines lines, TakeTurn takeTurn) {
        return new AnswerStatus(sales, lines, takeTurn);
    }

    @Bean
    AnswerEntering answerEntering(
            Sales sales, FollowLines lines, EnterQueue enterQueue, AnswerStatus status) {
        return new AnswerEntering(sales, lines, enterQueue, status);
    }

    @Bean
    HotRead statusRead(AnswerStatus status, Passes passes) {
        return new StatusRead(status, passes);
    }

    @Bean
    HotRead waitingPage(AnswerStatus status, Passes passes) {
        return new WaitingPage(status, passes);
    }

    @Bean
    @ProblemsOf(QueueProblems.class)
    @ProblemCodes(QueueProblems.Codes.BAD_RECEIPT)
    EventStream lineStream(AnswerStatus status, FollowLines lines, Passes passes) {
        return new LineStream(status, lines, passes);
    }

    @Bean
    HotPost enterAtFront(Sales sales, AnswerEntering entering) {
        return new EnterAtFront(sales, entering);
    }

    @Bean
    QueueController queueController(
            Sales sales,
            AnswerEntering entering,
            AnswerStatus status,
            ExtendTurn extendTurn,
            LeaveQueue leaveQueue,
            Passes passes) {
        return new QueueController(sales, entering, status, extendTurn, leaveQueue, passes);
    }

    @Bean
    QueueAdminController queueAdminController(
            SaleStore store,
            Sales sales,
            RecoveryStore losses,
            LineSettings settings,
            FollowLines lines,
            Database queueDatabase) {
        return new QueueAdminController(
                store, sales, losses, settings, lines, new AuditTrail(queueDatabase));
    }

    @Bean
    QueueSettingsController queueSettingsController(
            SaleStore store, Sales sales, LineSettings settings, Database queueDatabase) {
        return new QueueSettingsController(store, sales, settings, new AuditTrail(queueDatabase));
    }

    // ---- warm-up

    @Bean
    WarmUp queueWarmUp(
            Databases databases,
            Redis redis,
            Ids ids,
            MessageKeys keys,
            Passes passes,
            QueueSettings settings) {
        return new QueueWarmUp(databases, redis, ids, keys, passes, settings);
    }
}
