package onsale.catalog;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.catalog.Forms.EventForm;
import onsale.catalog.Forms.GradeForm;
import onsale.catalog.Forms.HallForm;
import onsale.catalog.Forms.ScheduleForm;
import onsale.catalog.Forms.VenueForm;
import onsale.catalog.Views.HallView;
import onsale.catalog.Views.ScheduleView;
import onsale.platform.db.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something to see in an empty installation: invented venues, shows and people, with sales that are
 * open, open soon, next week, or are over. All of it is one transaction that begins with the one
 * row of {@code demo_data}: killed half-way there is nothing, and of two nodes the second waits and
 * finds it done.
 */
final class Demo {

    private static final Logger LOG = LoggerFactory.getLogger(Demo.class);

    private final Database database;
    private final Venues venues;
    private final Events events;
    private final Schedules schedules;
    private final ZoneId zone;

    Demo(
            Database database,
            Venues venues,
            Events events,
            Schedules schedules,
            CatalogSettings settings) {
        this.database = database;
        this.venues = venues;
        this.events = events;
        this.schedules = schedules;
        this.zone = settings.zone();
    }

    /** Beside the start, which does not wait for it. */
    void createInBackground() {
        Thread.ofVirtual()
                .name("demo-data")
                .start(() -> {
                    try {
                        if (createOnce()) {
                            LOG.info("The demo data are there; start with --no-demo for none.");
                        }
                    } catch (RuntimeException e) {
                        LOG.warn("No demo data this time: {}", e.toString());
                    }
                });
    }

    /** Whether this call created them. */
    boolean createOnce() {
        return database.inTransaction(() -> {
            boolean mine =
                    database.sql()
                                    .sql(
                                            """
                                            insert into demo_data (only_one) select true
                                            where not exists (select from venues)
                                            on conflict do nothing
                                            """)
                                    .update()
                            == 1;
            if (mine) {
                Instant now = database.now().truncatedTo(ChronoUnit.MINUTES);
                musical(now);
                concert(now);
                festival(now);
            }
            return mine;
        });
    }

    private void musical(Instant now) {
        HallView hall =
                hall(
                        new VenueForm(
                                "달무리극장 Dalmuri Theatre", "서울특별시 새나루구 물빛길 12", "서울", "theater"),
                        "대극장 Grand Hall",
                        DemoHalls.theatre());
        UUID event =
                event(
                        "종이배의 노래 Song of the Paper Boat",
                        "종이배 컴퍼니 Paperboat Company",
                        "폭풍이 지나간 항구, 종이배 하나가 돌아온다.\nA harbour after the storm, and one paper boat comes home.",
                        hall,
                        now,
                        4,
                        List.of(
                                new GradeForm("VIP", 170_000, "#D7263D", "1층 중앙 앞쪽"),
                                new GradeForm("R", 140_000, "#F46036", null),
                                new GradeForm("S", 110_000, "#1B998B", null),
                                new GradeForm("A", 80_000, "#2E86AB", null),
                                new GradeForm("OP", 170_000, "#9E37D1", "오케스트라 피트")),
                        Map.of(
                                "하라 Hara", List.of("서이든", "문가온"),
                                "선장 Captain", List.of("백도윤", "차무결"),
                                "등대지기 Keeper", List.of("오라온")));
        Map<String, List<String>> first =
                Map.of("하라 Hara", List.of("서이든"), "선장 Captain", List.of("백도윤"));
        Map<String, List<String>> second =
                Map.of("하라 Hara", List.of("문가온"), "선장 Captain", List.of("차무결"));
        // over, open without and with a queue, open soon
        sale(event, now, days(-20), days(-1), days(1), false, first);
        sale(event, now, days(-2), days(13), days(14), false, first);
        sale(event, now, hours(-1), days(14), days(15), true, second);
        sale(event, now, Duration.ofMinutes(15), days(20), days(21), true, first);
    }

    private void concert(Instant now) {
        HallView hall =
                hall(
                        new VenueForm("너울아레나 Neoul Arena", "인천광역시 별하구 너울로 77", "인천", "arena"),
                        "메인홀 Main Hall",
                        DemoHalls.arena());
        UUID event =
                event(
                        "새벽 주파수 Dawn Frequency",
                        "노바레인 NOVA LANE",
                        "첫 아레나 단독 공연.\nTheir first arena show.",
                        hall,
                        now,
                        2,
                        List.of(
                                new GradeForm("VIP", 198_000, "#D7263D", "플로어"),
                                new GradeForm("R", 154_000, "#F46036", "1층"),
                                new GradeForm("S", 121_000, "#1B998B", "2층")),
                        Map.of());
        sale(event, now, Duration.ofMinutes(10), days(29), days(30), true, Map.of());
    }

    private void festival(Instant now) {
        HallView hall =
                hall(
                        new VenueForm(
                                "은하나루스타디움 Eunhanaru Stadium",
                                "부산광역시 은결구 나루대로 300",
                                "부산",
                                "stadium"),
                        "그라운드 Ground",
                        DemoHalls.stadium());
        UUID event =
                event(
                        "물결초원 페스티벌 Wave Meadow Festival",
                        "여러 음악가 Various Artists",
                        "하루 종일, 세 개의 무대.\nAll day, three stages.",
                        hall,
                        now,
                        4,
                        List.of(
                                new GradeForm("ST", 132_000, "#D7263D", "스탠딩"),
                                new GradeForm("R", 110_000, "#F46036", "1층"),
                                new GradeForm("S", 99_000, "#1B998B", "2층"),
                                new GradeForm("A", 77_000, "#2E86AB", "3층")),
                        Map.of());
        sale(event, now, days(7), days(59), days(60), true, Map.of());
    }

    private HallView hall(VenueForm venue, String name, HallLayout layout) {
        UUID venueId = venues.create(venue).id();
        return venues.createHall(venueId, new HallForm(name, layout)).orProblem();
    }

    private UUID event(
            String title,
            String artist,
            String description,
            HallView hall,
            Instant now,
            int perPerson,
            List<GradeForm> grades,
            Map<String, List<String>> cast) {
        LocalDate today = now.atZone(zone).toLocalDate();
        UUID id =
                events.create(
                                new EventForm(
                                        title,
                                        artist,
                                        description,
                                        hall.id(),
                                        today.plusDays(1),
                                        today.plusDays(90),
                                        null,
                                        true,
                                        null,
                                        perPerson,
                                        true,
                                        grades,
                                        cast))
                        .orProblem()
                        .id();
        return events.open(id).orProblem().id();
    }

    private void sale(
            UUID event,
            Instant now,
            Duration opensIn,
            Duration closesIn,
            Duration showIn,
            boolean queued,
            Map<String, List<String>> casting) {
        // in the evening of its day
        OffsetDateTime show =
                now.plus(showIn)
                        .atZone(zone)
                        .truncatedTo(ChronoUnit.DAYS)
                        .withHour(19)
                        .withMinute(30)
                        .toOffsetDateTime();
        ScheduleView created =
                schedules
                        .create(
                                event,
                                new ScheduleForm(
                                        show,
                                        now.plus(opensIn).atZone(zone).toOffsetDateTime(),
                                        now.plus(closesIn).atZone(zone).toOffsetDateTime(),
                                        null,
                                        queued,
                                        casting))
                        .orProblem();
        LOG.debug("Demo schedule {} with {} seats", created.id(), created.totalSeats());
    }

    private static Duration days(int days) {
        return Duration.ofDays(days);
    }

    private static Duration hours(int hours) {
        return Duration.ofHours(hours);
    }
}
