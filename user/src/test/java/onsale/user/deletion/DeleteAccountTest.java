package onsale.user.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import onsale.contracts.MailRequested.Template;
import onsale.contracts.OrderRefunded;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.platform.messaging.Incoming;
import onsale.platform.messaging.Received;
import onsale.testkit.Stores;
import onsale.user.Mailed;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.account.Account;
import onsale.user.booking.BookingStore;
import onsale.user.booking.BookingStore.Ahead;
import onsale.user.deletion.DeleteAccount.Outcome;
import onsale.user.login.Login;
import onsale.user.login.Login.Wish;
import onsale.user.login.MovableClock;
import onsale.user.session.RefreshSession;
import onsale.user.session.Tokens;
import onsale.user.signup.SignUp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An account is closed when nothing is ahead, comes back while it waits, and then is nobody's. */
class DeleteAccountTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final List<UUID> SEATS = List.of(UUID.randomUUID(), UUID.randomUUID());

    private final UserNode node =
            stores.closing(new UserNode(stores, stores.redisConnection(), Map.of()));
    private final MovableClock clock = new MovableClock();
    private final BookingStore bookings = new BookingStore(node.database);
    private final DeleteAccount deleteAccount = node.deleteAccount(clock);
    private final PurgeAccounts purgeAccounts = new PurgeAccounts(node.database, clock);

    DeleteAccountTest() {
        clock.pass(Duration.between(clock.instant(), Instant.now()));
    }

    @Test
    void aClosedAccountWaitsAndItsOwnerMayReturn() {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        Tokens tokens = node.signedIn(fan);

        assertThat(delete(id))
                .isEqualTo(new Outcome.Closed(clock.instant().plus(Duration.ofDays(30))));

        assertThat(node.mailsOf(id))
                .last()
                .extracting(Mailed::template)
                .isEqualTo(Template.DELETION_NOTICE);
        assertThat(node.refreshSession.run(tokens.refreshToken()))
                .isNotInstanceOf(RefreshSession.Outcome.Refreshed.class);
        assertThat(login(fan, Wish.NONE)).isInstanceOf(Login.Outcome.Leaving.class);
        assertThat(node.login.run(fan.email(), "a guess", UserNode.ORIGIN))
                .as("only who knows the password learns of it")
                .isInstanceOf(Login.Outcome.Wrong.class);
        clock.pass(Duration.ofDays(29));
        assertThat(isPurged(id)).isFalse();
        assertThat(login(fan, new Wish(null, true))).isInstanceOf(Login.Outcome.SignedIn.class);
        clock.pass(Duration.ofDays(365));
        assertThat(isPurged(id)).isFalse();
        assertThat(login(fan, Wish.NONE)).isInstanceOf(Login.Outcome.SignedIn.class);
    }

    @Test
    void afterThePurgeThePersonIsGoneAndFreeToComeAgain() {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        String personId = node.accounts.byId(id).orElseThrow().personId();
        login(fan, Wish.NONE);
        delete(id);
        assertThat(signUp(fan)).isInstanceOf(SignUp.Outcome.PersonHasAccount.class);
        clock.pass(Duration.ofDays(30));

        assertThat(isPurged(id)).isTrue();

        assertThat(login(fan, new Wish(null, true))).isInstanceOf(Login.Outcome.Wrong.class);
        assertThat(columnsLeft(id))
                .containsOnlyKeys(
                        "id",
                        "data_key",
                        "role",
                        "status",
                        "created_at",
                        "updated_at",
                        "deleted_at",
                        "purged_at",
                        "purge_at",
                        "language");
        assertThat(rowsOf("login_history", id)).isZero();
        assertThat(rowsOf("terms_agreements", id)).as("what was agreed stays").isPositive();
        assertThat(signUp(fan)).isInstanceOf(SignUp.Outcome.Created.class);
        assertThat(node.accounts.byId(node.idOf(fan)).orElseThrow().personId())
                .as("purchase limits go on by the person")
                .isEqualTo(personId);
    }

    @Test
    void aShowAheadOrAnOpenRefundKeepsTheAccount() {
        UUID id = node.idOf(node.member());
        UUID reservation = UUID.randomUUID();
        Instant show = clock.instant().plus(Duration.ofDays(10));

        confirm(reservation, id, show);
        assertThat(delete(id)).isInstanceOf(Outcome.ShowAhead.class);
        cancel(reservation, id);
        assertThat(delete(id)).isInstanceOf(Outcome.RefundOpen.class);
        refund(reservation);
        assertThat(delete(id)).isInstanceOf(Outcome.Closed.class);
    }

    @Test
    void seatsThatAnOrganiserKeepsAreNobodysShow() {
        UUID id = node.idOf(node.member());

        confirm(UUID.randomUUID(), id, clock.instant().plus(Duration.ofDays(10)), null);

        assertThat(delete(id)).isInstanceOf(Outcome.Closed.class);
    }

    /** Seats are given back one after another, each with its own refund. */
    @Test
    void whileOneSeatIsKeptTheShowIsAheadAndEachRefundCounts() {
        UUID id = node.idOf(node.member());
        UUID reservation = UUID.randomUUID();
        confirm(reservation, id, clock.instant().plus(Duration.ofDays(10)));

        cancel(reservation, id, SEATS.subList(0, 1));
        assertThat(delete(id)).isInstanceOf(Outcome.ShowAhead.class);
        refund(reservation, UUID.randomUUID());
        assertThat(delete(id)).isInstanceOf(Outcome.ShowAhead.class);
        cancel(reservation, id, SEATS.subList(1, 2));
        assertThat(delete(id)).isInstanceOf(Outcome.RefundOpen.class);
        refund(reservation, UUID.randomUUID());
        assertThat(delete(id)).isInstanceOf(Outcome.Closed.class);
    }

    @Test
    void whenTheShowIsOverTheAccountMayGo() {
        UUID id = node.idOf(node.member());
        confirm(UUID.randomUUID(), id, clock.instant().plus(Duration.ofDays(1)));
        assertThat(delete(id)).isInstanceOf(Outcome.ShowAhead.class);

        clock.pass(Duration.ofDays(1));

        assertThat(delete(id)).isInstanceOf(Outcome.Closed.class);
    }

    /**
     * The canary of the guard above: a refund that nobody reports does not hold anybody for ever.
     */
    @Test
    void aRefundThatIsNeverToldKeepsNobodyForEver() {
        UUID id = node.idOf(node.member());
        cancel(UUID.randomUUID(), id);
        assertThat(bookings.ahead(id, clock.instant())).isEqualTo(Ahead.REFUND);

        clock.pass(Duration.ofDays(31));

        assertThat(bookings.ahead(id, clock.instant())).isEqualTo(Ahead.NOTHING);
    }

    /** Topics have no common order, and a message may come twice. */
    @Test
    void theOrderOfTheMessagesDoesNotMatter() {
        Random random = new Random(7);
        for (int round = 0; round < 20; round++) {
            UUID id = UUID.randomUUID();
            UUID reservation = UUID.randomUUID();
            Instant show = clock.instant().plus(Duration.ofDays(9));
            List<Runnable> told =
                    new ArrayList<>(
                            List.of(
                                    () -> confirm(reservation, id, show),
                                    () -> cancel(reservation, id),
                                    () -> cancel(reservation, id),
                                    () -> refund(reservation)));
            Collections.shuffle(told, random);

            told.forEach(Runnable::run);

            assertThat(bookings.ahead(id, clock.instant())).isEqualTo(Ahead.NOTHING);
        }
    }

    @Test
    void anOperatorDoesNotVanish() {
        Person operator = node.member();
        node.accounts.setRole(operator.email(), "ADMIN");

        assertThat(delete(node.idOf(operator))).isInstanceOf(Outcome.HasRole.class);
    }

    @Test
    void aDormantAccountWakesAfterALoginAndAnIdentityCheckOfItsOwner() {
        Person fan = node.member();
        Person thief = node.member();
        node.database
                .sql()
                .sql("update users set status = 'DORMANT' where id = :id")
                .param("id", node.idOf(fan))
                .update();
        String verified = node.identities.verified(fan);

        assertThat(login(fan, Wish.NONE)).isInstanceOf(Login.Outcome.Dormant.class);
        assertThat(login(fan, new Wish(node.identities.verified(thief), false)))
                .isInstanceOf(Login.Outcome.OtherPerson.class);
        assertThat(login(fan, new Wish(node.identities.failed(), false)))
                .isInstanceOf(Login.Outcome.NotVerified.class);
        assertThat(
                        node.login.run(
                                fan.email(), "a guess", UserNode.ORIGIN, new Wish(verified, false)))
                .isInstanceOf(Login.Outcome.Wrong.class);
        assertThat(login(fan, new Wish(verified, false)))
                .isInstanceOf(Login.Outcome.SignedIn.class);
        assertThat(login(fan, Wish.NONE)).isInstanceOf(Login.Outcome.SignedIn.class);
    }

    private boolean isPurged(UUID id) {
        purgeAccounts.run(100);
        return node.accounts.byId(id).isEmpty();
    }

    private Outcome delete(UUID id) {
        Account account = node.accounts.byId(id).orElseThrow();
        return deleteAccount.run(account);
    }

    private Login.Outcome login(Person fan, Wish wish) {
        return node.login.run(fan.email(), Person.PASSWORD, UserNode.ORIGIN, wish);
    }

    private SignUp.Outcome signUp(Person fan) {
        return node.signUp.run(fan.signUp(node.identities.verified(fan)));
    }

    private void confirm(UUID reservation, UUID user, Instant startsAt) {
        confirm(reservation, user, startsAt, UUID.randomUUID());
    }

    private void confirm(UUID reservation, UUID user, Instant startsAt, @Nullable UUID payment) {
        ReservationConfirmed told =
                new ReservationConfirmed(
                        reservation,
                        "B-1",
                        user,
                        UUID.randomUUID(),
                        SEATS,
                        1,
                        payment,
                        clock.instant(),
                        null,
                        "a show",
                        "a hall",
                        startsAt,
                        List.of());
        bookings.confirmed(
                List.of(
                        new Received<>(
                                told,
                                new Incoming(
                                        UUID.randomUUID(), "", "", "", new byte[0], Map.of()))));
    }

    private void cancel(UUID reservation, UUID user) {
        cancel(reservation, user, SEATS);
    }

    private void cancel(UUID reservation, UUID user, List<UUID> seats) {
        bookings.cancelled(
                new ReservationCancelled(
                        reservation,
                        user,
                        UUID.randomUUID(),
                        seats,
                        "CANCELLED_BY_FAN",
                        true,
                        clock.instant()));
    }

    private void refund(UUID reservation) {
        refund(reservation, UUID.randomUUID());
    }

    private void refund(UUID reservation, UUID refundId) {
        bookings.refunded(
                new OrderRefunded(
                        UUID.randomUUID(),
                        reservation,
                        UUID.randomUUID(),
                        1,
                        clock.instant(),
                        null,
                        refundId));
    }

    private Map<String, Object> columnsLeft(UUID id) {
        Map<String, Object> row =
                node.database
                        .sql()
                        .sql("select * from users where id = :id")
                        .param("id", id)
                        .query()
                        .singleRow();
        row.values().removeIf(value -> value == null);
        return row;
    }

    private long rowsOf(String table, UUID id) {
        return node.database
                .sql()
                .sql("select count(*) from %s where user_id = :id".formatted(table))
                .param("id", id)
                .query(Long.class)
                .single();
    }
}
