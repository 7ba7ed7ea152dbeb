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

    @RegisterExtension static final Stores stores = Stores.shared();

    private final UserNode node = new UserNode(stores, stores.redisConnection(), Map.of());
    private final Actor operator =
            new Actor(UUID.randomUUID(), Set.of(CurrentUser.OPERATOR), "192.0.2.7", trace());
    private final LockAccount lockAccount =
            new LockAccount(
                    node.database, node.accounts, node.sessions, new AuditTrail(node.database));

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aLockedAccountHasNoSessionAndOpensNoneUntilItIsUnlocked() throws Exception {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        Tokens tokens = node.signedIn(fan);

        assertThat(lockAccount.lock(operator, id)).isEqualTo(new Outcome.Done(Status.INACTIVE));

        assertThat(refreshes(tokens)).isFalse();
        assertThat(login(fan)).isInstanceOf(Login.Outcome.Locked.class);
        assertThat(lockAccount.lock(operator, id)).as("once more").isInstanceOf(Outcome.Done.class);

        assertThat(lockAccount.unlock(operator, id)).isEqualTo(new Outcome.Done(Status.ACTIVE));
        assertThat(login(fan)).isInstanceOf(Login.Outcome.SignedIn.class);
        assertThat(refreshes(tokens)).as("an ended session stays ended").isFalse();
        assertThat(audited(id))
                .containsExactly("account.status", "account.status", "account.status");
    }

    @Test
    void sessionsEndWithoutALock() throws Exception {
        Person fan = node.member();
        Tokens tokens = node.signedIn(fan);

        assertThat(lockAccount.signOut(operator, node.idOf(fan)))
                .isEqualTo(new Outcome.Done(Status.ACTIVE));

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

        assertThat(lockAccount.lock(operator, node.idOf(staff)))
                .isInstanceOf(Outcome.IsStaff.class);
        assertThat(lockAccount.lock(operator, node.idOf(sleeper)))
                .isInstanceOf(Outcome.NotInUse.class);
        assertThat(lockAccount.unlock(operator, node.idOf(sleeper)))
                .as("an unlock is no identity check")
                .isInstanceOf(Outcome.NotInUse.class);
        assertThat(lockAccount.lock(operator, UUID.randomUUID()))
                .isInstanceOf(Outcome.NoAccount.class);
        assertThat(audited(node.idOf(staff))).isEmpty();
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
