package onsale.user.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.platform.audit.AuditTrail;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.account.Account.Status;
import onsale.user.lock.LockAccount.Outcome;
import onsale.user.login.Login;
import onsale.user.session.RefreshSession;
import onsale.user.session.Tokens;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator locks the account of a fan, and lets the fan in again. */
class LockAccountTest {

    private static final String REASON = "asked by the owner";

    @RegisterExtension static final Stores stores = Stores.shared();

    private final UserNode node = new UserNode(stores, stores.redisConnection(), Map.of());
    private final Actor operator =
            new Actor(UUID.randomUUID(), Set.of(CurrentUser.OPERATOR), "192.0.2.7", trace());
    private final LockAccount lockAccount =
            new LockAccount(node.database, node.sessions, new AuditTrail(node.database));

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aLockedAccountHasNoSessionAndOpensNoneUntilItIsUnlocked() throws Exception {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        Tokens tokens = node.signedIn(fan);

        assertThat(lockAccount.lock(operator, id, REASON))
                .isEqualTo(new Outcome.Done(Status.INACTIVE, true, 1));

        assertThat(refreshes(tokens)).isFalse();
        assertThat(login(fan)).isInstanceOf(Login.Outcome.Locked.class);
        assertThat(lockAccount.lock(operator, id, REASON))
                .as("once more")
                .isEqualTo(new Outcome.Done(Status.INACTIVE, false, 0));

        assertThat(lockAccount.unlock(operator, id, REASON))
                .isEqualTo(new Outcome.Done(Status.ACTIVE, true, 0));
        assertThat(login(fan)).isInstanceOf(Login.Outcome.SignedIn.class);
        assertThat(refreshes(tokens)).as("an ended session stays ended").isFalse();
        assertThat(audited(id)).containsExactly("account.lock", "account.lock", "account.unlock");
    }

    @Test
    void sessionsEndWithoutALock() throws Exception {
        Person fan = node.member();
        Tokens tokens = node.signedIn(fan);

        assertThat(lockAccount.signOut(operator, node.idOf(fan)))
                .isEqualTo(new Outcome.Done(Status.ACTIVE, false, 1));

        assertThat(refreshes(tokens)).isFalse();
        assertThat(login(fan)).isInstanceOf(Login.Outcome.SignedIn.class);
        assertThat(audited(node.idOf(fan))).containsExactly("account.sign_out");
    }

    @Test
    void staffAndAccountsThatAreNotInUseAreNotLocked() throws Exception {
        Person staff = node.member();
        node.accounts.setRole(staff.email(), CurrentUser.ADMIN);
        Person sleeper = node.member();
        node.accounts.setStatus(node.idOf(sleeper), Status.ACTIVE, Status.DORMANT);

        assertThat(lockAccount.lock(operator, node.idOf(staff), REASON))
                .isInstanceOf(Outcome.NotYours.class);
        assertThat(lockAccount.lock(operator, node.idOf(sleeper), REASON))
                .isInstanceOf(Outcome.NotInUse.class);
        assertThat(lockAccount.unlock(operator, node.idOf(sleeper), REASON))
                .as("an unlock is no identity check")
                .isInstanceOf(Outcome.NotInUse.class);
        assertThat(lockAccount.lock(operator, UUID.randomUUID(), REASON))
                .isInstanceOf(Outcome.NoSuchAccount.class);
        assertThat(audited(node.idOf(staff))).isEmpty();
    }

    @Test
    void administratorsLockStaffButNotThemselves() throws Exception {
        Person staff = node.member();
        node.accounts.setRole(staff.email(), CurrentUser.ADMIN);
        Actor administrator =
                new Actor(UUID.randomUUID(), Set.of(CurrentUser.ADMIN), "192.0.2.7", trace());
        Actor themselves =
                new Actor(node.idOf(staff), Set.of(CurrentUser.ADMIN), "192.0.2.7", trace());

        assertThat(lockAccount.lock(themselves, node.idOf(staff), REASON))
                .isInstanceOf(Outcome.NotYours.class);
        assertThat(lockAccount.lock(administrator, node.idOf(staff), REASON))
                .isEqualTo(new Outcome.Done(Status.INACTIVE, true, 0));
    }

    private boolean refreshes(Tokens tokens) {
        return node.refreshSession.run(tokens.refreshToken())
                instanceof RefreshSession.Outcome.Refreshed;
    }

    private Login.Outcome login(Person fan) {
        return node.login.run(fan.email(), Person.PASSWORD, UserNode.ORIGIN);
    }

    /** What the operator's entries say; only the audit itself may read them. */
    private List<String> audited(UUID subject) throws SQLException {
        List<String> actions = new ArrayList<>();
        try (Connection connection = stores.admin();
                PreparedStatement statement =
                        connection.prepareStatement(
                                """
                                select action from common.audit_entries
                                where subject = ? and trace_id = ? order by id
                                """)) {
            statement.setString(1, subject.toString());
            statement.setString(2, operator.traceId());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    actions.add(rows.getString("action"));
                }
            }
        }
        return actions;
    }

    private static String trace() {
        return UUID.randomUUID().toString().replace("-", "");
    }
}
