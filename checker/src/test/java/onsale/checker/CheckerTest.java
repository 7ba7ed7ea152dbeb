package onsale.checker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import onsale.checker.Promise.What;
import onsale.testkit.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A clean sale has no findings; each violation, planted in real stores, is found by its rule. */
class CheckerTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @BeforeAll
    static void tables() throws Exception {
        SmallSale.tables(stores);
    }

    @Test
    void aCleanSaleIsClean() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            CheckResult result =
                    sale.result(
                            new Promise(sale.sold, What.HELD),
                            new Promise(sale.sold, What.CONFIRMED),
                            new Promise(sale.givenBack, What.CONFIRMED),
                            new Promise(sale.givenBack, What.GIVEN_BACK),
                            new Promise(sale.held, What.HELD));

            assertThat(result.broken()).isEmpty();
            assertThat(result.findings()).hasSize(Rule.ALL.size());
            assertThat(result.notes()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(PlantedViolation.class)
    void aPlantedViolationIsFound(PlantedViolation violation) throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            violation.in(sale);

            CheckResult result = sale.result();
            assertThat(broken(result)).as("%s", result).contains(violation.rule);
        } finally {
            try (var admin = stores.admin();
                    var statement = admin.createStatement()) {
                statement.execute(
                        """
                        truncate reservation_service.reservations,
                                 reservation_service.refund_requests cascade;
                        alter table reservation_service.refund_requests
                            drop constraint if exists ck_refund_requests_second,
                            add constraint ck_refund_requests_second check (
                                state <> 'DONE' or not needs_second
                                or (decided_by is not null and decided_by <> asked_by));
                        create unique index if not exists uq_reservation_seats_active
                        on reservation_service.reservation_seats (schedule_id, ordinal) where active
                        """);
            }
        }
    }

    @Test
    void aBrokenPromiseIsFound() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            assertThat(broken(sale.result(new Promise(UUID.randomUUID(), What.HELD))))
                    .containsExactly("promises");
            assertThat(broken(sale.result(new Promise(sale.givenBack, What.CONFIRMED))))
                    .containsExactly("promises");
            assertThat(
                            broken(
                                    sale.result(
                                            new Promise(sale.givenBack, What.CONFIRMED),
                                            new Promise(sale.givenBack, What.CANCEL_ASKED))))
                    .isEmpty();
            assertThat(broken(sale.result(new Promise(sale.sold, What.GIVEN_BACK))))
                    .containsExactly("promises");
        }
    }

    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

    /** Seconds after noon; a negative one for never. */
    private static Wait wait(
            SmallSale sale, long place, int since, int until, int notCalled, int in, String lost) {
        return new Wait(
                sale.schedule,
                place,
                at(since),
                at(until),
                NOON.plusSeconds(notCalled),
                at(in),
                lost);
    }

    private static @Nullable Instant at(int second) {
        return second < 0 ? null : NOON.plusSeconds(second);
    }

    @Test
    void whoIsOvertakenIsFound() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            sale.inside(1, "now() - interval '9 min'", "now() - interval '8 min'");
            sale.inside(2, "now() - interval '7 min'", "now() - interval '6 min'");
            Wait first = wait(sale, 1, 0, 30, 30, 32, "");
            Wait afterwards = wait(sale, 2, 1, 28, 28, 29, "");
            Wait overtaking = wait(sale, 2, 1, 15, 15, 17, "");
            Wait never = wait(sale, 3, 2, 60, 60, -1, "");

            assertThat(broken(sale.waited(first, afterwards, never))).isEmpty();
            assertThat(broken(sale.waited(first, overtaking, never))).containsExactly("line_order");
        }
    }

    @Test
    void whoWasSilentIsNotOvertaken() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            sale.inside(2, "now() - interval '7 min'", "now() - interval '6 min'");
            Wait backAgain = wait(sale, 1, 14, 30, 30, -1, "");
            Wait calledMeanwhile = wait(sale, 2, 1, 12, 12, 20, "");

            assertThat(broken(sale.waited(backAgain, calledMeanwhile))).isEmpty();
        }
    }

    @Test
    void whoLosesThePlaceIsFound() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            assertThat(broken(sale.waited(wait(sale, 4, 0, 5, 5, -1, "EXPIRED"))))
                    .containsExactly("line_places");
            assertThat(broken(sale.waited(wait(sale, 5, 0, 5, 5, 6, ""))))
                    .containsExactly("line_places");
        }
    }

    @Test
    void tooManyCalledAreFound() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            Evidence evidence = new Evidence();
            evidence.inside(new Evidence.Inside(sale.schedule, Instant.now(), 3, 2));

            assertThat(broken(sale.judge(evidence))).containsExactly("line_limit");
        }
    }

    @Test
    void whoHeldInTimeMayLeave() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            UUID left = sale.inside(1, "now() - interval '5 min'", "now() - interval '3 min'");
            sale.heldBy(left, sale.held, "now() - interval '4 min'");

            assertThat(sale.result().broken()).isEmpty();
        }
    }

    @Test
    void whoLeavesMakesRoomInside() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            sale.inside(1, "now() - interval '5 min'", "now() - interval '3 min'");
            sale.inside(2, "now() - interval '4 min'", "null");
            sale.inside(3, "now() - interval '3 min'", "null");

            assertThat(sale.result().broken()).isEmpty();
        }
    }

    @Test
    void everyRuleHasAPlantedViolation() {
        assertThat(Rule.ALL.stream().map(Rule::name))
                .hasSameElementsAs(
                        Stream.concat(
                                        Arrays.stream(PlantedViolation.values()).map(p -> p.rule),
                                        // these in tests of their own
                                        Stream.of("promises", "line_order", "line_places"))
                                .collect(Collectors.toSet()));
    }

    @Test
    void whatSettlesInTimeIsClean() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            sale.closeGate();
            Thread mend = Thread.ofVirtual().start(sale::openGate);

            assertThat(new Checker(sale.sources(), new Evidence()).settled(Duration.ofSeconds(20)))
                    .matches(CheckResult::isClean);
            mend.join();
        }
    }

    @Test
    void whatIsNotGivenIsNotedAndItsRulesAreLeftOut() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            Sources all = sale.sources();
            CheckResult result =
                    new Checker(
                                    new Sources(
                                            all.jdbcUrl(),
                                            all.jdbcUser(),
                                            all.jdbcPassword(),
                                            null,
                                            null,
                                            Map.of(),
                                            "",
                                            null,
                                            ""),
                                    new Evidence())
                            .check();

            assertThat(result.notes()).hasSize(3);
            assertThat(result.findings().stream().map(CheckResult.Finding::rule))
                    .doesNotContain("gate", "on_the_topics", "charge_without_seat");
        }
    }

    @Test
    void whoDoesNotSeeAllRowsCannotJudge() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            sale.sql(
                    "create role blind_%s login password 'x'"
                            .formatted(sale.sold.hashCode() & 0xffff));
            Sources all = sale.sources();
            Sources blind =
                    new Sources(
                            all.jdbcUrl(),
                            "blind_" + (sale.sold.hashCode() & 0xffff),
                            "x",
                            null,
                            null,
                            Map.of(),
                            "",
                            null,
                            "");

            assertThatThrownBy(() -> new Checker(blind, new Evidence()).check())
                    .isInstanceOf(CannotLook.class)
                    .hasMessageContaining("does not see all rows");
        }
    }

    private static List<String> broken(CheckResult result) {
        return result.broken().stream().map(CheckResult.Finding::rule).toList();
    }
}
