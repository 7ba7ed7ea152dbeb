package onsale.ops.cockpit;

import java.time.Clock;
import onsale.contracts.Context;
import onsale.ops.OperatorMessages;
import onsale.ops.booking.BookingStore;
import onsale.ops.booking.FollowBookings;
import onsale.ops.booking.RebuildBookings;
import onsale.platform.Ids;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.platform.front.EventStream;
import onsale.platform.integrity.ContextIntegrity;
import onsale.platform.integrity.Repair;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.node.NodeReports;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the sale cockpit and the booking projection. */
@Configuration(proxyBeanMethods = false)
public class CockpitWiring {

    private static final String CHECK = "booking_projection";

    @Bean
    ContextMessages opsMessages(
            @Qualifier("opsDatabase") Database database,
            @Qualifier("opsJobs") Jobs jobs,
            Ids ids,
            MessageKeys keys,
            KafkaSettings kafka,
            MessagingSettings messaging,
            BookingStore bookings) {
        ContextMessages messages =
                new ContextMessages(
                        database, ids::next, keys.of(Context.OPS), kafka, messaging, jobs);
        new FollowBookings(bookings).consume(messages);
        return messages;
    }

    @Bean
    BookingStore soldSeatsStore(@Qualifier("opsDatabase") Database database) {
        return new BookingStore(database);
    }

    @Bean
    RebuildBookings rebuildBookings(
            @Qualifier("opsDatabase") Database database,
            @Qualifier("integrityReader") Database reader,
            BookingStore store) {
        return new RebuildBookings(database, reader, store);
    }

    @Bean
    ContextIntegrity bookingIntegrity(RebuildBookings rebuild) {
        return ContextIntegrity.of(
                new Repair(
                        CHECK,
                        schedules -> {
                            schedules.forEach(id -> rebuild.one(java.util.UUID.fromString(id)));
                            return schedules.size();
                        }));
    }

    @Bean
    NodeReports nodeReports(@Qualifier("opsDatabase") Database database) {
        return new NodeReports(database);
    }

    @Bean
    ShowStore saleShowStore(@Qualifier("integrityReader") Database reader) {
        return new ShowStore(reader);
    }

    @Bean
    SampleStore sampleStore(@Qualifier("opsDatabase") Database database) {
        return new SampleStore(database);
    }

    @Bean
    SaleReader saleReader(@Qualifier("integrityReader") Database reader, BookingStore bookings) {
        return new SaleReader(reader, bookings);
    }

    @Bean
    WatchSales watchSales(ShowStore shows, SaleReader reader, NodeReports reports) {
        return new WatchSales(shows, reader, reports).start();
    }

    @Bean
    SampleSales sampleSales(
            ShowStore shows,
            SaleReader reader,
            NodeReports reports,
            SampleStore samples,
            WatchSales watched,
            @Qualifier("opsJobs") Jobs jobs) {
        SampleSales sampling = new SampleSales(shows, reader, reports, samples, watched);
        sampling.start(jobs);
        return sampling;
    }

    @Bean
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    EventStream saleStream(WatchSales sales, Clock clock) {
        return new SaleStream(sales, clock);
    }

    @Bean
    SalesController salesController(
            ShowStore shows,
            WatchSales sales,
            SampleStore samples,
            BookingStore bookings,
            @Qualifier("opsDatabase") Database database,
            @Qualifier("integrityReader") Database reader,
            NodeReports reports,
            OperatorMessages messages) {
        return new SalesController(
                shows,
                sales,
                samples,
                bookings,
                new Readiness(database, reader, reports, messages));
    }

    @Bean
    SaleFilesController saleFilesController(
            WatchSales sales, SampleStore samples, BookingStore bookings, Clock clock) {
        return new SaleFilesController(sales, samples, bookings, clock);
    }

    @Bean
    BookingsController bookingsController(
            RebuildBookings rebuild, @Qualifier("opsDatabase") Database database) {
        return new BookingsController(rebuild, new AuditTrail(database));
    }
}
