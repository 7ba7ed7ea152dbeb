package onsale.catalog.transfer;

import static onsale.catalog.transfer.MegaTicketExport.performance;
import static onsale.catalog.transfer.MegaTicketExport.reservation;
import static onsale.catalog.transfer.MegaTicketExport.schedule;
import static onsale.catalog.transfer.MegaTicketExport.venue;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import onsale.catalog.World;
import onsale.catalog.event.EventStatus;
import onsale.catalog.transfer.ImportPlan.BadRow;
import onsale.catalog.transfer.ImportPlan.SoldElsewhere;
import onsale.catalog.transfer.ImportShows.Outcome;
import onsale.platform.Ids;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What comes in from an export, what does not, and how it goes again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImportMegaTicketTest {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");
    private static final String SHOW = "perf-1#2027-02-10#19:30";

    @RegisterExtension static final Stores stores = Stores.shared();

    @TempDir Path directory;

    private World world;
    private ImportShows importShows;
    private MegaTicketExport export;

    @BeforeAll
    void start() {
        world = new World(stores);
        importShows =
                new ImportShows(
                        world.database,
                        new Ids(Clock.systemUTC(), new SecureRandom()),
                        world.venues,
                        world.createHall,
                        world.createEvent,
                        world.createSchedule);
    }

    @AfterAll
    void stop() {
        world.close();
    }

    @BeforeEach
    void anExport() throws IOException {
        Path own = Files.createTempDirectory(directory, "export");
        export = new MegaTicketExport(own);
        export.write("venues", venue("charlotte", 2, 10));
        export.scan(
                "performances",
                performance("perf-1", "charlotte"),
                performance("perf-2", "charlotte"));
        export.write(
                "schedules",
                schedule("perf-1", "2027-02-10", "19:30"),
                schedule("perf-1", "2027-02-11", "19:30"),
                schedule("perf-2", "2027-03-01", "14:00"));
    }

    private ImportPlan plan() {
        return PlanMegaTicket.read(export.directory(), SEOUL);
    }

    @Test
    void aPlanIsCarriedOutOnceAndUndoneWithoutATrace() {
        Map<String, String> before = checksums();

        ImportPlan plan = plan();
        assertThat(plan.badRows()).isEmpty();
        assertThat(checksums()).isEqualTo(before);
        Outcome.Imported made = (Outcome.Imported) importShows.run(plan, false);

        assertThat(List.of(made.venues(), made.events(), made.schedules()))
                .containsExactly(
                        plan.venues().size(), plan.events().size(), plan.schedules().size())
                .containsExactly(1, 2, 3);
        UUID event = eventOf("perf-1");
        assertThat(world.eventStore.find(event).orElseThrow().status())
                .isEqualTo(EventStatus.PREPARING);
        assertThat(world.eventStore.find(event).orElseThrow().city()).isEqualTo("서울");
        assertThat(world.scheduleStore.ofEvent(event))
                .extracting(one -> one.totalSeats())
                .containsExactly(20, 20);
        assertThat(importShows.run(plan(), false)).isEqualTo(new Outcome.NothingNew(6));

        assertThat(importShows.rollBack(PlanMegaTicket.SOURCE, false).orElseThrow().rows())
                .isEqualTo(Map.of("venues", 1L, "halls", 1L, "events", 2L, "schedules", 3L));
        assertThat(checksums()).isNotEqualTo(before);
        assertThat(importShows.rollBack(PlanMegaTicket.SOURCE, true)).isPresent();
        assertThat(checksums()).isEqualTo(before);
        assertThat(importShows.rollBack(PlanMegaTicket.SOURCE, true)).isEmpty();
    }

    @Test
    void whatIsNewComesBesideWhatIsThere() throws IOException {
        importShows.run(plan(), false);
        export.write(
                "schedules",
                schedule("perf-1", "2027-02-10", "19:30"),
                schedule("perf-1", "2027-02-12", "19:30"));

        Outcome second = importShows.run(plan(), false);

        assertThat(second)
                .isInstanceOfSatisfying(
                        Outcome.Imported.class,
                        made -> {
                            assertThat(made.schedules()).isEqualTo(1);
                            assertThat(made.known()).isEqualTo(4);
                        });
        undoAll();
    }

    @Test
    void badRowsAreNamedByFileAndLineAndNothingIsImported() throws IOException {
        Map<String, String> before = checksums();
        export.write(
                "schedules",
                schedule("perf-1", "2027-02-10", "19:30"),
                schedule("perf-9", "2027-02-10", "19:30"),
                schedule("perf-1", "2027-02-30", "19:30"),
                schedule("perf-1", "2028-02-10", "19:30"),
                schedule("perf-1", "2027-02-10", "19:30"),
                "{\"Item\":{\"scheduleId\":\"untyped\"}}",
                "{\"Nothing\":1}",
                "{\"Item\":{\"scheduleId\":");

        ImportPlan plan = plan();

        assertThat(plan.badRows())
                .extracting(BadRow::toString)
                .containsExactly(
                        "KDT-PLDR-schedules.json:2: performanceId perf-9 is no performance of this export",
                        "KDT-PLDR-schedules.json:3: date and time are not like 2026-04-24 and 19:30",
                        "KDT-PLDR-schedules.json:4: date is not in the dateRange of the performance",
                        "KDT-PLDR-schedules.json:5: scheduleId occurs twice",
                        "KDT-PLDR-schedules.json:6: has a value without a type: \"untyped\"",
                        "KDT-PLDR-schedules.json:7: has neither Item nor Items",
                        plan.badRows().getLast().toString());
        assertThat(plan.badRows().getLast().what()).startsWith("is no JSON");
        assertThat(importShows.run(plan, true)).isInstanceOf(Outcome.Refused.class);
        assertThat(checksums()).isEqualTo(before);
    }

    @Test
    void soldSeatsAreCountedAndNotForgottenSilently() throws IOException {
        export.write(
                "reservations",
                reservation(SHOW, "1층-B-1-1", "CONFIRMED", "r1"),
                reservation(SHOW, "1층-B-1-2", "CONFIRMED", "r1"),
                reservation(SHOW, "1층-B-2-1", "DR_RESERVED", "r2"),
                reservation(SHOW, "1층-B-2-2", "HOLDING", "r3"),
                reservation(SHOW, "1층-B-2-3", "CANCELLED", "r4"));

        assertThat(plan().sold()).isEqualTo(new SoldElsewhere(2, 3, 1, 1));
        assertThat(importShows.run(plan(), false))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused ->
                                assertThat(refused.sentence()).contains("--without-reservations"));
        assertThat(importShows.run(plan(), true)).isInstanceOf(Outcome.Imported.class);
        undoAll();

        export.write(
                "reservations",
                reservation(SHOW, "1층-B-1-1", "CONFIRMED", "r1"),
                reservation(SHOW, "1층-B-1-1", "CONFIRMED", "r2"),
                reservation(SHOW, "1층-B-9-1", "CONFIRMED", "r3"),
                reservation("perf-1#2027-05-01#19:30", "1층-B-1-1", "CONFIRMED", "r4"));
        assertThat(plan().badRows()).extracting(BadRow::line).containsExactly(2, 3, 4);
    }

    @Test
    void whatIsOpenIsNotUndone() {
        importShows.run(plan(), false);
        UUID event = eventOf("perf-2");
        world.openEvent.run(event).orProblem();

        ImportShows.Rollback refused =
                importShows.rollBack(PlanMegaTicket.SOURCE, true).orElseThrow();

        assertThat(refused.inUse()).hasSize(1).first().asString().contains("is OPEN");
        assertThat(world.eventStore.find(event)).isPresent();
        // leaves room for the other tests
        for (String table : List.of("venues", "halls", "events", "event_schedules")) {
            world.database
                    .sql()
                    .sql("update " + table + " set import_id = null, import_key = null")
                    .update();
        }
        world.database.sql().sql("update imports set rolled_back_at = now()").update();
    }

    @Test
    @Tag("long")
    void aHundredThousandReservationsAreReadInLittleMemory() throws IOException {
        export.write("venues", venue("charlotte", 50, 40));
        export.write("reservations");
        Path file = export.directory().resolve("KDT-PLDR-reservations.json");
        String[] schedules = new String[50];
        for (int i = 0; i < schedules.length; i++) {
            schedules[i] =
                    schedule(
                            "perf-1",
                            "2027-03-%02d".formatted(i % 28 + 1),
                            i < 28 ? "14:00" : "19:30");
        }
        export.write("schedules", schedules);
        int rows = 0;
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < schedules.length; i++) {
                String show =
                        "perf-1#2027-03-%02d#%s".formatted(i % 28 + 1, i < 28 ? "14:00" : "19:30");
                for (int row = 1; row <= 50; row++) {
                    for (int seat = 1; seat <= 40; seat++, rows++) {
                        String id = "r" + i + "-" + row + "-" + seat / 2;
                        out.write(
                                reservation(
                                        show, "1층-B-%d-%d".formatted(row, seat), "CONFIRMED", id));
                        out.newLine();
                    }
                }
            }
        }

        long start = System.nanoTime();
        ImportPlan plan = plan();
        Duration planned = Duration.ofNanos(System.nanoTime() - start);
        Outcome made = importShows.run(plan, true);
        Duration took = Duration.ofNanos(System.nanoTime() - start).minus(planned);

        System.out.printf("%d rows of seats: read in %s, imported in %s%n", rows, planned, took);
        assertThat(plan.badRows()).isEmpty();
        assertThat(plan.sold().seats()).isEqualTo(100_000);
        assertThat(made).isInstanceOf(Outcome.Imported.class);
        assertThat(planned).isLessThan(Duration.ofSeconds(60));
        undoAll();
    }

    private void undoAll() {
        Optional<ImportShows.Rollback> undone = importShows.rollBack(PlanMegaTicket.SOURCE, true);
        assertThat(undone).isPresent();
        while (undone.isPresent()) {
            assertThat(undone.get().inUse()).isEmpty();
            undone = importShows.rollBack(PlanMegaTicket.SOURCE, true);
        }
    }

    private UUID eventOf(String key) {
        return world.database
                .sql()
                .sql("select id from events where import_key = ?")
                .param(key)
                .query(UUID.class)
                .single();
    }

    /** Of all tables that an import writes. */
    private Map<String, String> checksums() {
        Map<String, String> sums = new TreeMap<>();
        for (String table :
                List.of(
                        "venues",
                        "halls",
                        "events",
                        "event_grades",
                        "event_words",
                        "event_schedules",
                        "schedule_layouts",
                        "schedule_grades",
                        "seats",
                        "schedule_consumers")) {
            sums.put(
                    table,
                    world.database
                            .sql()
                            .sql(
                                    "select coalesce(md5(string_agg(t.row, chr(10) order by t.row)), '') from (select (to_jsonb(x) - 'indexed_at')::text as row from %s x) t"
                                            .formatted(table))
                            .query(String.class)
                            .single());
        }
        return sums;
    }
}
