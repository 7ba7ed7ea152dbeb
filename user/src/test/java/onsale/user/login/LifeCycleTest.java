package onsale.user.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import onsale.contracts.MailRequested.Template;
import onsale.testkit.Stores;
import onsale.user.Mailed;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.account.Dormancy;
import onsale.user.deletion.DeleteAccount;
import onsale.user.deletion.PurgeAccounts;
import onsale.user.login.Login.Outcome;
import onsale.user.password.ResetPassword;
import onsale.user.signup.SignUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Two years of accounts, week by week: who stays, who sleeps, who leaves, what is mailed, and which
 * logins are kept.
 */
class LifeCycleTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Duration WEEK = Duration.ofDays(7);
    private static final int WEEKS = 2 * 53;

    private final UserNode node =
            stores.closing(new UserNode(stores, stores.redisConnection(), Map.of()));
    private final MovableClock clock = new MovableClock();
    private final Login login = node.login(clock);
    private final LoginHistory history = new LoginHistory(node.database, node.ids, clock);
    private final LoginPartitions partitions = new LoginPartitions(node.database);
    private final Dormancy dormancy = new Dormancy(node.database, node.settings, clock, node.mails);
    private final PurgeAccounts purgeAccounts = new PurgeAccounts(node.database, clock);
    private final ResetPassword resetPassword =
            new ResetPassword(
                    node.database,
                    node.accounts,
                    node.personal,
                    node.passwords,
                    node.botCheck(clock, Map.of("onsale.bot-check.mode", "OFF")),
                    node.identities(node.identities.settings()),
                    node.delays(clock),
                    node.sessions,
                    clock);

    @Test
    void twoYearsPass() {
        clock.pass(Duration.between(clock.instant(), Instant.now()));
        Person regular = node.member();
        Person gone = node.member();
        Person operator = node.member();
        Person leaver = node.member();
        UUID leaverId = node.idOf(leaver);
        node.accounts.setRole(operator.email(), "ADMIN");
        for (Person person : Set.of(regular, gone, operator, leaver)) {
            assertThat(signIn(person)).isInstanceOf(Outcome.SignedIn.class);
        }
        YearMonth start = month();
        Instant noticed = Instant.MAX;
        Instant slept = Instant.MAX;
        Instant from = clock.instant();
        Set<UUID> told = new HashSet<>();
        Instant purged = Instant.MAX;
        assertThat(node.deleteAccount(clock).run(node.accounts.byId(leaverId).orElseThrow()))
                .isInstanceOf(DeleteAccount.Outcome.Closed.class);

        for (int week = 0; week < WEEKS; week++) {
            clock.pass(WEEK);
            runJobs(told);
            assertThat(signIn(regular)).as("week " + week).isInstanceOf(Outcome.SignedIn.class);
            if (noticed.equals(Instant.MAX) && told.contains(node.idOf(gone))) {
                noticed = clock.instant();
            }
            if (slept.equals(Instant.MAX) && statusOf(gone).equals("DORMANT")) {
                slept = clock.instant();
            }
            if (purged.equals(Instant.MAX) && node.accounts.byId(leaverId).isEmpty()) {
                purged = clock.instant();
                assertThat(signUp(leaver)).isInstanceOf(SignUp.Outcome.Created.class);
            }
            assertThat(partitions.months()).contains(month(), month().plusMonths(3));
            assertThat(partitions.months()).hasSizeLessThanOrEqualTo(17);
        }

        assertThat(Duration.between(from, noticed)).isBetween(days(335), days(349));
        assertThat(Duration.between(from, slept)).isBetween(days(365), days(386));
        assertThat(Duration.between(noticed, slept)).isGreaterThanOrEqualTo(days(28));
        assertThat(Duration.between(from, purged)).isBetween(days(30), days(37));
        assertThat(templates(gone)).containsOnlyOnce(Template.DORMANCY_NOTICE);
        assertThat(node.mailsOf(leaverId).stream().map(Mailed::template))
                .containsExactly(Template.EMAIL_CODE, Template.DELETION_NOTICE);
        assertThat(templates(regular)).containsExactly(Template.EMAIL_CODE);
        assertThat(statusOf(operator)).isEqualTo("ACTIVE");
        assertThat(told).doesNotContain(node.idOf(regular), node.idOf(operator));
        assertThat(partitions.months())
                .as("the months of the first year are dropped")
                .doesNotContain(start, start.plusMonths(6))
                .contains(month().minusMonths(11));
        assertThat(history.of(node.idOf(regular)))
                .allMatch(entry -> entry.at().isAfter(clock.instant().minus(days(397))));
        assertThat(history.of(node.idOf(gone))).isEmpty();

        assertThat(signIn(gone)).isInstanceOf(Outcome.Dormant.class);
        assertThat(reset(gone, node.identities.verified(regular)))
                .isInstanceOf(ResetPassword.Outcome.NotTheirs.class);
        assertThat(reset(gone, node.identities.verified(gone)))
                .isInstanceOf(ResetPassword.Outcome.Done.class);
        assertThat(signIn(gone)).isInstanceOf(Outcome.SignedIn.class);
        runJobs(told);
        assertThat(statusOf(gone)).isEqualTo("ACTIVE");
    }

    /** The canary: nobody sleeps who has not been told. */
    @Test
    void withoutANoticeNobodyBecomesDormant() {
        Person gone = node.member();
        clock.pass(days(3 * 365));

        assertThat(dormancy.makeDormant(100)).isZero();
        assertThat(statusOf(gone)).isEqualTo("ACTIVE");
    }

    private void runJobs(Set<UUID> told) {
        history.maintain(node.settings.loginsKeptFor());
        told.addAll(dormancy.giveNotice(100));
        dormancy.makeDormant(100);
        purgeAccounts.run(100);
    }

    private List<Template> templates(Person person) {
        return node.mailsOf(node.idOf(person)).stream().map(Mailed::template).toList();
    }

    private SignUp.Outcome signUp(Person person) {
        return node.signUp.run(person.signUp(node.identities.verified(person)));
    }

    private Outcome signIn(Person person) {
        return login.run(person.email(), Person.PASSWORD, UserNode.ORIGIN);
    }

    private ResetPassword.Outcome reset(Person person, String verificationId) {
        return resetPassword.run(
                new ResetPassword.Command(
                        person.email(), verificationId, Person.PASSWORD, UserNode.ORIGIN));
    }

    private String statusOf(Person person) {
        return node.accounts.byEmail(person.email()).orElseThrow().status().name();
    }

    private YearMonth month() {
        return YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
    }

    private static Duration days(int days) {
        return Duration.ofDays(days);
    }
}
