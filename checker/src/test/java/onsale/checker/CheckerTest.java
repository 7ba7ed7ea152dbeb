package onsale.checker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
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
            Verdict verdict =
                    sale.verdict(
                            new Promise(sale.sold, What.HELD),
                            new Promise(sale.sold, What.CONFIRMED),
                            new Promise(sale.givenBack, What.CONFIRMED),
                            new Promise(sale.givenBack, What.GIVEN_BACK),
                            new Promise(sale.held, What.HELD));

            assertThat(verdict.broken()).isEmpty();
            assertThat(verdict.findings()).hasSize(Rule.ALL.size());
            assertThat(verdict.notes()).isEmpty();
        }
    }

    /** What goes wrong, and the rule that must see it. */
    enum Planted {
        TWO_OWNERS("seat_twice") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql("drop index reservation_service.uq_reservation_seats_active");
                sale.reservation(UUID.randomUUID(), 3, "d", "PENDING");
            }
        },
        TWO_TICKETS_FOR_A_WHILE("sold_twice_ever") {
            @Override
            void in(SmallSale sale) throws Exception {
                // sold again ten minutes before it was given back
                UUID second = UUID.randomUUID();
                sale.reservation(second, 4, "d", "CONFIRMED");
                sale.sql(
                        "update reservation_service.tickets set issued_at = now() - interval '70 min' where reservation_id = '%s'"
                                .formatted(second));
            }
        },
        MORE_THAN_THE_HOUSE_HAS("capacity") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql("update reservation_service.inventories set seat_count = 1");
            }
        },
        A_SEAT_THAT_IS_NOT_THERE("capacity") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.reservation(UUID.randomUUID(), 10, "d", "PENDING");
            }
        },
        HALF_A_RESERVATION("whole_reservations") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        "update reservation_service.reservation_seats set active = false where reservation_id = '%s'"
                                .formatted(sale.held));
            }
        },
        A_TICKET_TOO_FEW("whole_reservations") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        "update reservation_service.tickets set void_at = now() where reservation_id = '%s'"
                                .formatted(sale.sold));
            }
        },
        TOO_MANY_FOR_A_PERSON("person_limit") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql("update reservation_service.schedules set seats_per_person_max = 1");
                sale.sql(
                        "update reservation_service.reservations set person_id = 'c' where person_id = 'a'");
                sale.sql(
                        """
                        delete from reservation_service.person_seats where person_id = 'a';
                        update reservation_service.person_seats set n = 2 where person_id = 'c'
                        """);
            }
        },
        A_PERSON_COUNTED_WRONG("person_limit") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql("update reservation_service.person_seats set n = 0 where person_id = 'a'");
            }
        },
        MONEY_NOBODY_KNOWS_OF("charge_without_seat") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.charge("somebody-else");
            }
        },
        MONEY_FOR_A_SEAT_THAT_IS_GONE("charge_without_seat") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        """
                        update reservation_service.reservations
                        set status = 'CANCELLED', cancelled_at = now() where id = '%s'
                        """
                                .formatted(sale.sold));
            }
        },
        A_SEAT_FOR_NOTHING("seat_without_charge") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.cancel(sale.payment.toString());
            }
        },
        CHARGED_TWICE("seat_without_charge") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        """
                        insert into payment_service.payments (id, order_id, reservation_id, user_id,
                            payment_key, request_hash, amount, status, provider_id)
                        select gen_random_uuid(), order_id, reservation_id, user_id, 'again', '',
                               amount, 'FAILED', 'again' from payment_service.payments
                        where id = '%s'
                        """
                                .formatted(sale.payment));
                sale.charge("again");
            }
        },
        A_REFUND_THAT_NEVER_HAPPENED("payments_as_the_provider_has_them") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        "update payment_service.payments set status = 'REFUNDED' where id = '%s'"
                                .formatted(sale.payment));
            }
        },
        A_CROOKED_ENTRY("ledger") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        "update payment_service.ledger set amount = amount - 1 where account = 'SALES'");
            }
        },
        A_FORGOTTEN_ENTRY("ledger_as_the_books") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        "delete from payment_service.ledger where payment_id = '%s'"
                                .formatted(sale.payment));
            }
        },
        AN_UNHEARD_VERDICT("verdicts") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        """
                        update payment_service.payments set status = 'FAILED' where id = '%1$s';
                        update payment_service.orders set state = 'CLOSED'
                        where id = (select order_id from payment_service.payments where id = '%1$s')
                        """
                                .formatted(sale.payment));
            }
        },
        A_PAYMENT_WITHOUT_AN_END("nothing_hangs") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        "update payment_service.payments set status = 'PENDING' where id = '%s'"
                                .formatted(sale.payment));
            }
        },
        A_HOLD_THAT_NEVER_ENDS("nothing_hangs") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        "update reservation_service.reservations set hold_expires_at = now() - interval '1 min' where id = '%s'"
                                .formatted(sale.held));
            }
        },
        AN_UNPUBLISHED_MESSAGE("told") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql("update common.outbox_events set published = false");
            }
        },
        A_DEAD_LETTER("told") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        """
                        insert into common.dlq_events (event_id, consumer_service, topic, message_key,
                                                       event_type, payload, error)
                        values (gen_random_uuid(), 'reservation', 't', 'k', 'OrderPaid', '', 'no')
                        """);
            }
        },
        A_MESSAGE_NOBODY_HEARD("heard") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql("delete from common.processed_events");
            }
        },
        A_MESSAGE_KAFKA_LOST("on_the_topics") {
            @Override
            void in(SmallSale sale) throws Exception {
                UUID lost = UUID.randomUUID();
                sale.outbox(lost);
                sale.sql(
                        """
                        insert into common.processed_events (event_id, consumer_service, event_type)
                        values ('%s', 'reservation', 'OrderPaid')
                        """
                                .formatted(lost));
            }
        },
        A_GROUP_THAT_LAGS("on_the_topics") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.readUpTo(1);
            }
        },
        A_SOLD_SEAT_FREE_AT_THE_GATE("gate") {
            @Override
            void in(SmallSale sale) {
                sale.noSeat(3);
            }
        },
        A_FREE_SEAT_SOLD_AT_THE_GATE("gate") {
            @Override
            void in(SmallSale sale) {
                sale.seat(7, "0:x");
            }
        },
        A_HELD_SEAT_OVER_AT_THE_GATE("gate") {
            @Override
            void in(SmallSale sale) {
                sale.seat(5, "1000:y");
            }
        },
        A_CLOSED_GATE("gate") {
            @Override
            void in(SmallSale sale) {
                sale.closeGate();
            }
        },
        A_CATALOGUE_THAT_MISSED_IT("catalogue") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.sql(
                        "update event_service.seats set status = 'AVAILABLE', reservation_id = null");
            }
        },
        TOO_MANY_INSIDE("line_limit") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.inside(1, "now() - interval '5 min'", "null");
                sale.inside(2, "now() - interval '4 min'", "null");
                sale.inside(3, "now() - interval '3 min'", "null");
            }
        },
        A_TURN_THAT_NEVER_ENDS("line_turns") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.inside(1, "now() - interval '20 min'", "null");
            }
        },
        LET_IN_AFTER_LEAVING("line_turns") {
            @Override
            void in(SmallSale sale) throws Exception {
                sale.inside(1, "now() - interval '3 min'", "null");
                sale.sql(
                        "insert into queue_service.leaves values ('%s', 1, gen_random_uuid(), now() - interval '4 min')"
                                .formatted(sale.schedule));
            }
        };

        private final String rule;

        Planted(String rule) {
            this.rule = rule;
        }

        abstract void in(SmallSale sale) throws Exception;
    }

    @ParameterizedTest
    @EnumSource(Planted.class)
    void aPlantedViolationIsFound(Planted violation) throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            violation.in(sale);

            Verdict verdict = sale.verdict();
            assertThat(broken(verdict)).as("%s", verdict).contains(violation.rule);
        } finally {
            try (var admin = stores.admin();
                    var statement = admin.createStatement()) {
                statement.execute(
                        """
                        truncate reservation_service.reservations cascade;
                        create unique index if not exists uq_reservation_seats_active
                        on reservation_service.reservation_seats (schedule_id, ordinal) where active
                        """);
            }
        }
    }

    @Test
    void aBrokenPromiseIsFound() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            assertThat(broken(sale.verdict(new Promise(UUID.randomUUID(), What.HELD))))
                    .containsExactly("promises");
            assertThat(broken(sale.verdict(new Promise(sale.givenBack, What.CONFIRMED))))
                    .containsExactly("promises");
            assertThat(
                            broken(
                                    sale.verdict(
                                            new Promise(sale.givenBack, What.CONFIRMED),
                                            new Promise(sale.givenBack, What.CANCEL_ASKED))))
                    .isEmpty();
            assertThat(broken(sale.verdict(new Promise(sale.sold, What.GIVEN_BACK))))
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
    void whoLeavesMakesRoomInside() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            sale.inside(1, "now() - interval '5 min'", "now() - interval '3 min'");
            sale.inside(2, "now() - interval '4 min'", "null");
            sale.inside(3, "now() - interval '3 min'", "null");

            assertThat(sale.verdict().broken()).isEmpty();
        }
    }

    @Test
    void everyRuleHasAPlantedViolation() {
        assertThat(Rule.ALL.stream().map(Rule::name))
                .hasSameElementsAs(
                        Stream.concat(
                                        Arrays.stream(Planted.values()).map(p -> p.rule),
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
                    .matches(Verdict::isClean);
            mend.join();
        }
    }

    @Test
    void whatIsNotGivenIsNotedAndItsRulesAreLeftOut() throws Exception {
        try (SmallSale sale = new SmallSale(stores)) {
            Sources all = sale.sources();
            Verdict verdict =
                    new Checker(
                                    new Sources(
                                            all.jdbcUrl(),
                                            all.jdbcUser(),
                                            all.jdbcPassword(),
                                            null,
                                            null,
                                            "",
                                            null,
                                            ""),
                                    new Evidence())
                            .check();

            assertThat(verdict.notes()).hasSize(3);
            assertThat(verdict.findings().stream().map(Verdict.Finding::rule))
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
                            "",
                            null,
                            "");

            assertThatThrownBy(() -> new Checker(blind, new Evidence()).check())
                    .isInstanceOf(CannotLook.class)
                    .hasMessageContaining("does not see all rows");
        }
    }

    private static List<String> broken(Verdict verdict) {
        return verdict.broken().stream().map(Verdict.Finding::rule).toList();
    }
}
