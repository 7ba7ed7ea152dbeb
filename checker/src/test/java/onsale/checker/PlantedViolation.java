package onsale.checker;

import java.util.UUID;

/** Violations that a test plants in a clean sale, and the rule that must find each. */
enum PlantedViolation {
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
    A_REFUND_OF_LESS_THAN_WAS_TOLD("payments_as_the_provider_has_them") {
        @Override
        void in(SmallSale sale) throws Exception {
            sale.sql("update payment_service.refunds set amount = amount - 1000");
        }
    },
    A_FEE_THAT_NOBODY_QUOTED("seat_without_charge") {
        @Override
        void in(SmallSale sale) throws Exception {
            sale.sql(
                    """
                    update reservation_service.reservation_seats
                    set active = false, fee = 1000, refund_id = gen_random_uuid(),
                        cancelled_at = now()
                    where reservation_id = '%s'
                    """
                            .formatted(sale.sold));
        }
    },
    POINTS_FROM_NOWHERE("points") {
        @Override
        void in(SmallSale sale) throws Exception {
            sale.sql(
                    """
                    insert into payment_service.point_accounts (user_id, spendable)
                    values (gen_random_uuid(), 1000)
                    """);
        }
    },
    POINTS_THAT_DO_NOT_ADD_UP("points") {
        @Override
        void in(SmallSale sale) throws Exception {
            sale.sql(
                    """
                    insert into payment_service.point_entries
                        (entry_id, kind, account, user_id, amount, payment_id)
                    values (gen_random_uuid(), 'EARNED', 'PENDING', gen_random_uuid(), 500,
                            gen_random_uuid())
                    """);
        }
    },
    AN_ORDER_THAT_IS_PAID_IN_PART("points") {
        @Override
        void in(SmallSale sale) throws Exception {
            sale.sql(
                    "update payment_service.payments set points = 5 where id = '%s'"
                            .formatted(sale.payment));
        }
    },
    POINTS_FOR_SEATS_THAT_WERE_GIVEN_BACK("points") {
        @Override
        void in(SmallSale sale) throws Exception {
            sale.sql(
                    """
                    insert into payment_service.point_accounts (user_id)
                    select user_id from payment_service.payments where status = 'REFUNDED' limit 1;
                    insert into payment_service.point_lots
                        (id, user_id, points, remaining, state, spendable_at, expires_at)
                    select id, user_id, 700, 0, 'SPENDABLE', now(), now() + interval '1 d'
                    from payment_service.payments where status = 'REFUNDED' limit 1
                    """);
        }
    },
    A_REFUND_THAT_ONE_OPERATOR_APPROVED_ALONE("operator_refunds") {
        @Override
        void in(SmallSale sale) throws Exception {
            sale.sql(
                    """
                    alter table reservation_service.refund_requests
                        drop constraint ck_refund_requests_second
                    """);
            sale.refundByOperator(70_000, "asked_by");
        }
    },
    A_REFUND_OF_MORE_THAN_WAS_APPROVED("operator_refunds") {
        @Override
        void in(SmallSale sale) throws Exception {
            sale.refundByOperator(30_000, "gen_random_uuid()");
        }
    },
    A_REFUND_THAT_NOBODY_PAYS("given_back") {
        @Override
        void in(SmallSale sale) throws Exception {
            sale.giveBackInPart("gen_random_uuid()", 7_000);
        }
    },
    A_REFUND_OF_LESS_THAN_WAS_QUOTED("given_back") {
        @Override
        void in(SmallSale sale) throws Exception {
            sale.giveBackInPart("(select id from payment_service.refunds limit 1)", 7_000);
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
            sale.sql("update event_service.seats set status = 'AVAILABLE', reservation_id = null");
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
    },
    SEATS_AFTER_LEAVING("turns_that_ended") {
        @Override
        void in(SmallSale sale) throws Exception {
            UUID left = sale.inside(1, "now() - interval '5 min'", "now() - interval '3 min'");
            sale.heldBy(left, sale.held, "now() - interval '2 min'");
        }
    },
    SEATS_AFTER_THE_TURN("turns_that_ended") {
        @Override
        void in(SmallSale sale) throws Exception {
            UUID over = sale.inside(1, "now() - interval '20 min'", "now() - interval '10 min'");
            sale.heldBy(over, sale.held, "now() - interval '10 min'");
        }
    },
    SEATS_AFTER_A_PURCHASE_THAT_WAS_CANCELLED("turns_that_ended") {
        @Override
        void in(SmallSale sale) throws Exception {
            UUID turn = UUID.randomUUID();
            sale.heldBy(turn, sale.givenBack, "now() - interval '130 min'");
            sale.heldBy(turn, sale.held, "now() - interval '30 min'");
        }
    },
    MORE_HOLDERS_THAN_PLACES("line_limit") {
        @Override
        void in(SmallSale sale) throws Exception {
            UUID left = sale.inside(1, "now() - interval '5 min'", "now() - interval '4 min'");
            sale.inside(2, "now() - interval '4 min'", "null");
            sale.inside(3, "now() - interval '3 min'", "null");
            sale.heldBy(left, sale.held, "now() - interval '2 min'");
        }
    };

    final String rule;

    PlantedViolation(String rule) {
        this.rule = rule;
    }

    abstract void in(SmallSale sale) throws Exception;
}
