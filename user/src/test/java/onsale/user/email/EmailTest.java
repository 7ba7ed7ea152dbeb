package onsale.user.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.contracts.MailRequested.Template;
import onsale.testkit.Stores;
import onsale.user.Mailed;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.login.Login;
import onsale.user.login.MovableClock;
import onsale.user.session.RefreshSession;
import onsale.user.session.Tokens;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Addresses are confirmed by codes that were mailed to them, and a stolen one comes back. */
class EmailTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final String NEW = "New.Address@Fans.example";

    private final UserNode node =
            stores.closing(new UserNode(stores, stores.redisConnection(), Map.of()));
    private final MovableClock clock = new MovableClock();
    private final VerifyEmail verifyEmail = node.verifyEmail(clock);
    private final ChangeEmail changeEmail = node.changeEmail(clock);

    EmailTest() {
        clock.pass(Duration.between(clock.instant(), Instant.now()).plusHours(1));
    }

    @Test
    void theCodeOfTheSignUpConfirmsTheAddressOnce() {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        List<Mailed> mails = node.mailsOf(id);
        assertThat(mails).hasSize(1);
        assertThat(mails.getFirst().address()).isEqualToIgnoringCase(fan.email());
        assertThat(isVerified(id)).isFalse();
        VerifyEmail now = node.verifyEmail(Clock.systemUTC());

        assertThat(now.confirm(id, mails.getFirst().value("code")))
                .isInstanceOf(VerifyEmail.Confirmed.Done.class);

        assertThat(isVerified(id)).isTrue();
        assertThat(now.confirm(id, mails.getFirst().value("code")))
                .isInstanceOf(VerifyEmail.Confirmed.Expired.class);
        assertThat(now.ask(id)).isInstanceOf(VerifyEmail.Asked.NotNeeded.class);
    }

    @Test
    void aCodeIsGoodForTenMinutesAndItsOwnAccount() {
        UUID fan = node.idOf(node.member());
        UUID other = node.idOf(node.member());
        String code = code(fan);
        String others = code(other);

        assertThat(verifyEmail.confirm(fan, others.equals(code) ? "x" : others))
                .isInstanceOf(VerifyEmail.Confirmed.Wrong.class);
        clock.pass(Duration.ofMinutes(10));
        assertThat(verifyEmail.confirm(fan, code))
                .isInstanceOf(VerifyEmail.Confirmed.Expired.class);
        assertThat(isVerified(fan)).isFalse();
    }

    /** However many guess at once, five tries are five. */
    @Test
    void guessesAreCounted() throws Exception {
        UUID fan = node.idOf(node.member());
        String code = code(fan);
        List<Callable<VerifyEmail.Confirmed>> guesses = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String guess = "%06d".formatted((Integer.parseInt(code) + 1 + i) % 1_000_000);
            guesses.add(() -> verifyEmail.confirm(fan, guess));
        }

        long checked;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            checked =
                    threads.invokeAll(guesses).stream()
                            .filter(guess ->
                                    guess.resultNow() instanceof VerifyEmail.Confirmed.Wrong)
                            .count();
        }

        assertThat(checked).isEqualTo(5);
        assertThat(verifyEmail.confirm(fan, code))
                .as("the right one comes too late")
                .isInstanceOf(VerifyEmail.Confirmed.Expired.class);
    }

    @Test
    void codesAreMailedOnceAMinuteAndTenTimesADay() {
        UUID fan = node.idOf(node.member());
        clock.pass(Duration.ofDays(2));
        for (int i = 0; i < 10; i++) {
            assertThat(verifyEmail.ask(fan)).isInstanceOf(VerifyEmail.Asked.Sent.class);
            assertThat(verifyEmail.ask(fan)).isInstanceOf(VerifyEmail.Asked.TooSoon.class);
            clock.pass(Duration.ofMinutes(1));
        }

        assertThat(verifyEmail.ask(fan))
                .isInstanceOfSatisfying(
                        VerifyEmail.Asked.TooSoon.class,
                        soon -> assertThat(soon.pause()).isGreaterThan(Duration.ofHours(23)));
        clock.pass(Duration.ofDays(1));
        assertThat(verifyEmail.ask(fan)).isInstanceOf(VerifyEmail.Asked.Sent.class);
    }

    @Test
    void theDatabaseShowsNeitherCodeNorAddress() {
        UUID fan = node.idOf(node.member());
        String code = code(fan);

        List<String> rows =
                node.database
                        .sql()
                        .sql(
                                """
                                select c::text from email_codes c
                                union all select encode(payload, 'escape') from outbox_events
                                """)
                        .query(String.class)
                        .list();

        assertThat(rows).isNotEmpty();
        assertThat(rows).noneMatch(row -> row.contains("\"" + code + "\"") || row.contains("@"));
    }

    @Test
    void aChangeNeedsTheCodeOfTheNewAddress() {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        String other = "%s-%s".formatted(id, NEW);

        assertThat(changeEmail.ask(id, fan.email().toUpperCase(Locale.ROOT)))
                .isInstanceOf(ChangeEmail.Asked.Same.class);
        assertThat(changeEmail.ask(id, node.member().email()))
                .isInstanceOf(ChangeEmail.Asked.Taken.class);
        assertThat(changeEmail.ask(id, other)).isInstanceOf(ChangeEmail.Asked.Sent.class);
        assertThat(mail(id, Template.EMAIL_CHANGE_CODE).address()).isEqualToIgnoringCase(other);
        assertThat(mail(id, Template.EMAIL_CHANGE_NOTICE).address())
                .isEqualToIgnoringCase(fan.email());
        assertThat(login(fan.email())).isInstanceOf(Login.Outcome.SignedIn.class);

        String code = mail(id, Template.EMAIL_CHANGE_CODE).value("code");
        assertThat(changeEmail.confirm(id, code)).isInstanceOf(ChangeEmail.Confirmed.Done.class);

        assertThat(login(fan.email())).isInstanceOf(Login.Outcome.Wrong.class);
        assertThat(login(other)).isInstanceOf(Login.Outcome.SignedIn.class);
        assertThat(isVerified(id)).isTrue();
    }

    @Test
    void anAddressThatSomebodyTookMeanwhileStaysTheirs() {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        Person other = Person.somebody();
        assertThat(changeEmail.ask(id, other.email())).isInstanceOf(ChangeEmail.Asked.Sent.class);
        node.signUp.run(other.signUp(node.identities.verified(other)));

        assertThat(changeEmail.confirm(id, mail(id, Template.EMAIL_CHANGE_CODE).value("code")))
                .isInstanceOf(ChangeEmail.Confirmed.Taken.class);

        assertThat(node.idOf(fan)).isEqualTo(id);
    }

    /** A thief with password and session changes the address twice and closes the account. */
    @Test
    void theOldAddressTakesAStolenAccountBack() {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        Tokens thief = node.signedIn(fan);
        steal(id, "%s-thief@evil.example".formatted(id));
        String refusal = mail(id, Template.EMAIL_CHANGE_NOTICE).value("refusal");
        clock.pass(Duration.ofMinutes(2));
        steal(id, "%s-thief2@evil.example".formatted(id));
        String thiefs = mail(id, Template.EMAIL_CHANGE_NOTICE).value("refusal");
        node.deleteAccount(clock).run(node.accounts.byId(id).orElseThrow());
        clock.pass(Duration.ofDays(6));

        assertThat(changeEmail.refuse("A".repeat(32))).isFalse();
        assertThat(changeEmail.refuse(refusal)).isTrue();

        assertThat(node.idOf(fan)).isEqualTo(id);
        assertThat(node.accounts.byId(id).orElseThrow().isActive()).isTrue();
        assertThat(login(fan.email()))
                .as("the password is void")
                .isInstanceOf(Login.Outcome.Wrong.class);
        assertThat(node.refreshSession.run(thief.refreshToken()))
                .isNotInstanceOf(RefreshSession.Outcome.Refreshed.class);
        assertThat(changeEmail.refuse(thiefs)).as("not by a later address").isFalse();
        assertThat(changeEmail.refuse(refusal)).isFalse();
    }

    @Test
    void afterAWeekAChangeStands() {
        UUID id = node.idOf(node.member());
        steal(id, "%s-mine@fans.example".formatted(id));
        clock.pass(Duration.ofDays(7));

        assertThat(changeEmail.refuse(mail(id, Template.EMAIL_CHANGE_NOTICE).value("refusal")))
                .isFalse();
    }

    private void steal(UUID id, String address) {
        assertThat(changeEmail.ask(id, address)).isInstanceOf(ChangeEmail.Asked.Sent.class);
        assertThat(changeEmail.confirm(id, mail(id, Template.EMAIL_CHANGE_CODE).value("code")))
                .isInstanceOf(ChangeEmail.Confirmed.Done.class);
    }

    private String code(UUID id) {
        assertThat(verifyEmail.ask(id)).isInstanceOf(VerifyEmail.Asked.Sent.class);
        return mail(id, Template.EMAIL_CODE).value("code");
    }

    private Mailed mail(UUID id, Template template) {
        return node.mailsOf(id).stream()
                .filter(mail -> mail.template() == template)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private boolean isVerified(UUID id) {
        return node.profiles.find(id).orElseThrow().emailVerified();
    }

    private Login.Outcome login(String email) {
        return node.login.run(email, Person.PASSWORD, UserNode.ORIGIN);
    }
}
