package onsale.user.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.account.Account;
import onsale.user.login.Login;
import onsale.user.rehearsal.RehearsalFans.Fan;
import onsale.user.rehearsal.RehearsalFans.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Fans in bulk have real accounts that nobody can log in to, and all of them can be removed. */
class RehearsalFansTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static final int FANS_MAX = 500;

    @SuppressWarnings("NullAway.Init")
    private static UserNode node;

    @SuppressWarnings("NullAway.Init")
    private static RehearsalFans fans;

    @SuppressWarnings("NullAway.Init")
    private static UUID admin;

    @BeforeAll
    static void start() {
        node = new UserNode(stores, stores.redisConnection(), Map.of());
        fans =
                new RehearsalFans(
                        node.database,
                        new RehearsalStore(node.database, node.personal),
                        node.accounts,
                        node.sessionStore,
                        node.sessions,
                        node.personal,
                        node.issuer,
                        node.ids,
                        new RehearsalSettings(true, FANS_MAX));
        admin = node.idOf(node.member());
    }

    @AfterEach
    void removeAll() {
        fans.remove();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static List<Fan> created(int count) {
        return fans.create(admin, count) instanceof Outcome.Created made ? made.fans() : List.of();
    }

    @Test
    void everyFanIsADistinctPersonWithAToken() {
        List<Fan> made = created(200);

        assertThat(made).hasSize(200);
        assertThat(made.stream().map(fan -> claims(fan).path("pid").asString()).distinct())
                .hasSize(200);
        for (Fan fan : made.subList(0, 3)) {
            Account account = node.accounts.byId(fan.userId()).orElseThrow();
            assertThat(claims(fan).path("sub").asString()).isEqualTo(fan.userId().toString());
            assertThat(claims(fan).path("pid").asString()).isEqualTo(account.personId());
            assertThat(claims(fan).path("roles").toString()).isEqualTo("[\"USER\"]");
            assertThat(account.passwordHash()).isNull();
            assertThat(node.profiles.find(fan.userId()).orElseThrow().email())
                    .isEqualTo(fan.userId() + "@rehearsal.invalid");
        }
    }

    @Test
    void noPasswordLogsInToSuchAnAccount() {
        Fan fan = created(1).getFirst();

        for (String password : List.of("", "null", "Rehearsal", Person.PASSWORD)) {
            assertThat(
                            node.login.run(
                                    fan.userId() + "@rehearsal.invalid", password, UserNode.ORIGIN))
                    .isInstanceOf(Login.Outcome.Wrong.class);
        }
    }

    @Test
    void removingFansVoidsTheirTokensAndLeavesOtherAccounts() {
        Person member = node.member();
        List<Fan> made = created(30);
        String session = claims(made.getFirst()).path("jti").asString();
        assertThat(node.blacklist.isRevoked(session)).isFalse();

        assertThat(fans.remove()).isEqualTo(30);

        assertThat(node.blacklist.isRevoked(session)).isTrue();
        assertThat(node.accounts.byId(made.getFirst().userId())).isEmpty();
        assertThat(node.accounts.byEmail(member.email())).isPresent();
        assertThat(fans.remove()).isZero();
    }

    @Test
    void theLimitAlsoHoldsForConcurrentRequests() throws Exception {
        List<Thread> many =
                IntStream.range(0, 8)
                        .mapToObj(n -> Thread.ofVirtual().start(() -> created(100)))
                        .toList();
        for (Thread one : many) {
            one.join();
        }

        assertThat(fans.create(admin, 1)).isEqualTo(new Outcome.TooMany(FANS_MAX));
        assertThat(fans.remove()).isEqualTo(FANS_MAX);
        Wait.until("there is room again", Duration.ofSeconds(5), () -> created(1).size() == 1);
    }

    @Test
    void anAdministratorWithoutAnAccountGetsNoFans() {
        assertThat(fans.create(UUID.randomUUID(), 1))
                .isInstanceOf(Outcome.UnknownAdministrator.class);
    }

    private static JsonNode claims(Fan fan) {
        return JsonMapper.builder()
                .build()
                .readTree(Base64.getUrlDecoder().decode(fan.accessToken().split("\\.", -1)[1]));
    }
}
