package onsale.queue;

import io.micrometer.core.instrument.MeterRegistry;
import onsale.platform.Ids;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.door.EventStream;
import onsale.platform.door.HotCall;
import onsale.platform.door.HotRead;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Redis;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wiring of the queue context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(QueueSettings.class)
public class QueueModule {

    public static final ContextSchema SCHEMA = new ContextSchema("queue_service", "queue_svc_user");

    @Bean
    Database queueDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean
    Jobs queueJobs(@Qualifier("queueDatabase") Database database) {
        return new Jobs(database);
    }

    @Bean
    Queues queues(
            @Qualifier("queueDatabase") Database database,
            @Qualifier("queueJobs") Jobs jobs,
            Ids ids,
            KafkaSettings kafka,
            MessagingSettings messaging,
            QueueSettings settings,
            Redis redis,
            Passes passes,
            MeterRegistry registry) {
        Queues parts =
                new Queues(
                        database, jobs, ids, kafka, messaging, settings, redis, passes, registry);
        parts.admission.start(jobs, settings);
        return parts;
    }

    @Bean
    ContextMessages queueMessages(Queues parts) {
        return parts.messages;
    }

    @Bean
    HotRead statusRead(Queues parts, Passes passes) {
        return new StatusRead(parts.status, passes);
    }

    @Bean
    HotRead waitingPage(Queues parts, Passes passes) {
        return new WaitingPage(parts.status, passes);
    }

    @Bean
    EventStream lineStream(Queues parts, Passes passes) {
        return new LineStream(parts.status, parts.lines, passes);
    }

    @Bean
    HotCall enterCall(Queues parts) {
        return parts.enterCall;
    }

    @Bean
    QueueController queueController(Queues parts, Passes passes) {
        return new QueueController(parts.sales, parts.enterCall, parts.status, parts.turns, passes);
    }

    @Bean
    QueueAdminController queueAdminController(Queues parts) {
        return new QueueAdminController(parts.store, parts.sales, parts.line, parts.lines);
    }
}
