package onsale.reservation;

import onsale.platform.Ids;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
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

/** Wiring of the reservation context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReservationSettings.class)
public class ReservationModule {

    public static final ContextSchema SCHEMA =
            new ContextSchema("reservation_service", "reservation_svc_user");

    @Bean
    Database reservationDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean
    Jobs reservationJobs(@Qualifier("reservationDatabase") Database database) {
        return new Jobs(database);
    }

    @Bean
    Reservations reservations(
            @Qualifier("reservationDatabase") Database database,
            @Qualifier("reservationJobs") Jobs jobs,
            Ids ids,
            KafkaSettings kafka,
            MessagingSettings messaging,
            ReservationSettings settings,
            Redis redis,
            Passes passes) {
        Reservations parts =
                new Reservations(database, jobs, ids, kafka, messaging, settings, redis, passes);
        new Sweeper(parts.endings, parts.reconcile, parts.seatSync).start(jobs, settings);
        return parts;
    }

    @Bean
    ContextMessages reservationMessages(Reservations parts) {
        return parts.messages;
    }

    @Bean
    HotRead seatsRead(Reservations parts) {
        return parts.seatsRead;
    }

    @Bean
    HoldController holdController(Reservations parts, Passes passes, Ids ids) {
        return new HoldController(parts.holdSeats, parts.change, parts.schedules, passes, ids);
    }

    @Bean
    ReservationController reservationController(Reservations parts) {
        return new ReservationController(
                parts.change, parts.store, parts.schedules, parts.maps, parts.seatsRead);
    }
}
