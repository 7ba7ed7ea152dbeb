package onsale.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.RehearsalFans.Fan;
import onsale.user.RehearsalFans.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Fans in bulk: real accounts for everybody but the login, and all of them go again. */
class RehearsalFansTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static final int FANS_MAX = 500;

    @SuppressWarnings("NullAway.Init")
    private static World world;

    @SuppressWarnings("NullAway.Init")
    private static RehearsalFans fans;

    @SuppressWarnings("NullAway.Init")
    private static UUID admin;

    @BeforeAll
    static void start() {
        world = new World(stores, stores.redisConnection(), Map.of());
        Clock clock = Clock.systemUTC();
        fans =
                new RehearsalFans(
                        world.database,
                        new RehearsalStore(world.database, world.personal),
                        world.users,
                        world.sessionStore,
                        world.sessions,
                        world.personal,
                        new AccessTokenIssuer(
                                world.keys,
                                "onsale",
                                "onsale",
                                Duration.ofHours(1),
                                clock,
                                new SecureRandom()),
                        new Ids(clock, new SecureRandom()),
                        new RehearsalSettings(true, FANS_MAX));
        admin = world.users.byEmail(world.member().email()).orElseThrow().id();
    }

    @AfterEach
    void removeAll() {
        fans.remove();
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static List<Fan> created(int count) {
        return fans.create(admin, count) instanceof Outcome.Created made ? made.fans() : List.of();
    }

    @Test
    void everyFanIsAPersonOfTheirOwnWithAToken() {
        List<Fan> made = created(200);

        assertThat(made).hasSize(200);
        assertThat(made.stream().map(fan -> claims(fan).path("pid").asString()).distinct())
                .hasSize(200);
        for (Fan fan : made.subList(0, 3)) {
            Account account = world.users.byId(fan.userId()).orElseThrow();
            assertThat(claims(fan).path("sub").asString()).isEqualTo(fan.userId().toString());
            assertThat(claims(fan).path("pid").asString()).isEqualTo(account.personId());
            assertThat(claims(fan).path("roles").toString()).isEqualTo("[\"USER\"]");
            assertThat(account.passwordHash()).isNull();
            assertThat(world.users.profile(fan.userId()).orElseThrow().email())
                    .isEqualTo(fan.userId() + "@rehearsal.invalid");
        }
    }

    @Test
    void noPasswordOpensSuchAnAccount() {
        Fan fan = created(1).getFirst();

        for (String password : List.of("", "null", "Rehearsal", Person.PASSWORD)) {
            assertThat(world.login.run(fan.userId() + "@rehearsal.invalid", password, World.ORIGIN))
                    .isInstanceOf(Login.Outcome.Wrong.class);
        }
    }

    @Test
    void removingThemLeavesEverybodyElseAndVoidsTheirTokens() {
        Person member = world.member();
        List<Fan> made = created(30);
        String session = claims(made.getFirst()).path("jti").asString();
        assertThat(world.blacklist.isRevoked(session)).isFalse();

        assertThat(fans.remove()).isEqualTo(30);

        assertThat(world.blacklist.isRevoked(session)).isTrue();
        assertThat(world.users.byId(made.getFirst().userId())).isEmpty();
        assertThat(world.users.byEmail(member.email())).isPresent();
        assertThat(fans.remove()).isZero();
    }

    @Test
    void thereIsALimitAlsoForThoseWhoAskAtOnce() throws Exception {
        List<Thread> many =
                java.util.stream.IntStream.range(0, 8)
                        .mapToObj(n -> Thread.ofVirtual().start(() -> created(100)))
                        .toList();
        for (Thread one : many) {
            one.join();
        }

        assertThat(fans.create(admin, 1)).isEqualTo(new Outcome.TooMany(FANS_MAX));
        assertThat(fans.remove()).isEqualTo(FANS_MAX);
        Wait.until("there is room", Duration.ofSeconds(5), () -> created(1).size() == 1);
    }

    @Test
    void whoHasNoAccountAnyMoreGetsNone() {
        assertThat(fans.create(UUID.randomUUID(), 1)).isInstanceOf(Outcome.NobodyAsks.class);
    }

    private static JsonNode claims(Fan fan) {
        return JsonMapper.builder()
                .build()
                .readTree(
                        java.util.Base64.getUrlDecoder()
                                .decode(fan.accessToken().split("\\.", -1)[1]));
    }
}
