package onsale.ops;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import onsale.ops.cockpit.CockpitWiring;
import onsale.ops.node.NodesController;
import onsale.ops.server.PostgresMetrics;
import onsale.ops.server.RedisMetrics;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.integrity.ContextIntegrity;
import onsale.platform.job.Jobs;
import onsale.platform.node.NodeReports;
import onsale.platform.redis.Redis;
import onsale.platform.settings.Secret;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the ops context. */
@Configuration(proxyBeanMethods = false)
@Import(CockpitWiring.class)
public class OpsModule {

    public static final ContextSchema SCHEMA = new ContextSchema("ops", "ops_svc_user");

    @Bean
    Database opsDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    /** A role that reads all contexts and writes none. */
    @Bean
    Database integrityReader(Databases databases) {
        return databases.reader();
    }

    @Bean
    Jobs opsJobs(@Qualifier("opsDatabase") Database database) {
        return new Jobs(database);
    }

    @Bean
    IntegrityController integrityController(
            @Qualifier("opsDatabase") Database database,
            @Qualifier("integrityReader") Database reader,
            @Qualifier("opsJobs") Jobs jobs,
            ObjectProvider<ContextIntegrity> contexts,
            AuditChain audit,
            MeterRegistry registry) {
        IntegrityChecks checks = IntegrityChecks.load();
        IntegrityStore store = new IntegrityStore(database);
        List<ContextIntegrity> here = contexts.orderedStream().toList();
        KeepIntegrity keep =
                new KeepIntegrity(
                        checks,
                        new FindViolations(
                                reader,
                                Stream.concat(
                                                Stream.of(audit.probe()),
                                                here.stream().flatMap(one -> one.probes().stream()))
                                        .toList()),
                        store,
                        here.stream().flatMap(one -> one.repairs().stream()).toList());
        keep.start(jobs);
        IntegrityMetrics.register(registry, checks, store);
        return new IntegrityController(checks, keep, store, new AuditTrail(database));
    }

    @Bean
    AuditStore auditStore(@Qualifier("opsDatabase") Database database) {
        return new AuditStore(database);
    }

    @Bean
    AuditChain auditChain(
            @Qualifier("opsDatabase") Database database,
            @Qualifier("opsJobs") Jobs jobs,
            AuditStore store,
            @Value("${onsale.secret:}") Secret secret) {
        AuditChain chain = new AuditChain(database, store, secret);
        chain.start(jobs);
        return chain;
    }

    @Bean
    AuditController auditController(
            AuditStore store, AuditChain chain, @Qualifier("opsDatabase") Database database) {
        return new AuditController(store, chain, new AuditTrail(database));
    }

    @Bean
    SettlementController settlementController(@Qualifier("integrityReader") Database reader) {
        return new SettlementController(new SettlementStore(reader));
    }

    @Bean
    OperatorMessages operatorMessages(
            @Qualifier("opsDatabase") Database database, MeterRegistry registry, Clock clock) {
        OperatorMessages messages = new OperatorMessages(database);
        new MessageMetrics(messages, clock).register(registry);
        return messages;
    }

    @Bean
    NodesController nodesController(NodeReports reports) {
        return new NodesController(reports);
    }

    @Bean
    MessagesController messagesController(
            @Qualifier("opsDatabase") Database database, OperatorMessages messages) {
        return new MessagesController(messages, new AuditTrail(database));
    }

    @Bean
    JobsController jobsController(@Qualifier("integrityReader") Database reader) {
        return new JobsController(new JobStore(reader));
    }

    @Bean
    JobMetrics jobMetrics(
            @Qualifier("integrityReader") Database reader, MeterRegistry registry, Clock clock) {
        return new JobMetrics(new JobStore(reader), registry, clock);
    }

    @Bean
    PostgresMetrics postgresMetrics(
            @Qualifier("integrityReader") Database reader, MeterRegistry registry) {
        return new PostgresMetrics(reader, registry).start();
    }

    @Bean
    RedisMetrics redisMetrics(Redis redis, MeterRegistry registry) {
        return new RedisMetrics(redis, registry).start();
    }
}
