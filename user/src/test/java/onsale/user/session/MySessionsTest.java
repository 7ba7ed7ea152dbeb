package onsale.user.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.attempt.Origin;
import onsale.user.login.Login;
import onsale.user.session.SessionStore.Living;
import onsale.user.token.AccessTokenIssuer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Owners see their sessions and end one of them. */
class MySessionsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private final UserNode node = new UserNode(stores, stores.redisConnection(), Map.of());

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void oneSessionIsEndedAndTheOthersGoOn() {
        Person fan = node.member();
        Tokens phone = signIn(fan, new Origin("203.0.113.7", "a phone"));
        Tokens cafe = signIn(fan, new Origin("198.51.100.9", "a café"));
        UUID id = node.idOf(fan);

        assertThat(node.sessions.living(id))
                .extracting(Living::userAgent, Living::address)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("a phone", "203.0.113.7"),
                        org.assertj.core.groups.Tuple.tuple("a café", "198.51.100.9"));
        assertThat(node.sessions.endOwn(id, sessionOf(cafe))).isTrue();

        assertThat(refreshes(cafe)).isFalse();
        assertThat(refreshes(phone)).isTrue();
        assertThat(node.blacklist.isRevoked(sessionOf(cafe).toString())).isTrue();
        assertThat(living(id)).containsExactly(sessionOf(phone));
        assertThat(node.sessions.endOwn(id, sessionOf(cafe))).as("once more").isFalse();
    }

    @Test
    void nobodyEndsSomebodyElsesSession() {
        Person fan = node.member();
        Person thief = node.member();
        Tokens tokens = node.signedIn(fan);

        assertThat(node.sessions.endOwn(node.idOf(thief), sessionOf(tokens))).isFalse();

        assertThat(refreshes(tokens)).isTrue();
        assertThat(living(node.idOf(thief))).isEmpty();
    }

    private List<UUID> living(UUID userId) {
        return node.sessions.living(userId).stream().map(Living::id).toList();
    }

    private static UUID sessionOf(Tokens tokens) {
        return Objects.requireNonNull(AccessTokenIssuer.sessionOf(tokens.accessToken()));
    }

    private boolean refreshes(Tokens tokens) {
        return node.refreshSession.run(tokens.refreshToken())
                instanceof RefreshSession.Outcome.Refreshed;
    }

    private Tokens signIn(Person fan, Origin origin) {
        Login.Outcome outcome = node.login.run(fan.email(), Person.PASSWORD, origin);
        assertThat(outcome).isInstanceOf(Login.Outcome.SignedIn.class);
        return ((Login.Outcome.SignedIn) outcome).tokens();
    }
}
