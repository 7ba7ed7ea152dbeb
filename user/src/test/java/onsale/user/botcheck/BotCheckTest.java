package onsale.user.botcheck;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.platform.ProofOfWork;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.attempt.LoginDelayStore;
import onsale.user.attempt.LoginFailures;
import onsale.user.attempt.Origin;
import onsale.user.botcheck.BotCheck.ChallengeTask;
import onsale.user.botcheck.BotCheck.Result;
import onsale.user.login.Login;
import onsale.user.login.MovableClock;
import onsale.user.signup.SignUp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A challenge is solved with some work, and is good once. */
class BotCheckTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final int FAILURES = 3;

    private final MovableClock clock = new MovableClock();
    private final UserNode node = new UserNode(stores, stores.redisConnection(), Map.of());
    private final BotCheck botCheck = botCheck(Map.of());
    private static int addresses;

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aSolvedChallengeIsGoodOnce() {
        String answer = solved(botCheck.issue(somewhere()));

        assertThat(check(answer)).isEqualTo(Result.PASSED);
        assertThat(check(answer)).as("used").isEqualTo(Result.FAILED);
        assertThat(check(null)).isEqualTo(Result.MISSING);
        assertThat(check("")).isEqualTo(Result.MISSING);
    }

    @Test
    void ofManyUsesAtOnceOnePasses() throws Exception {
        String answer = solved(botCheck.issue(somewhere()));
        List<Callable<Result>> uses = new ArrayList<>();
        for (int n = 0; n < 100; n++) {
            uses.add(() -> check(answer));
        }

        int passed = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Result> use : threads.invokeAll(uses)) {
                passed += use.get() == Result.PASSED ? 1 : 0;
            }
        }

        assertThat(passed).isEqualTo(1);
    }

    /** The canary: without the table of used challenges one solution is good for every attempt. */
    @Test
    void withoutItsMemoryASolutionIsGoodForever() {
        String answer = solved(botCheck.issue(somewhere()));
        assertThat(check(answer)).isEqualTo(Result.PASSED);

        node.database.sql().sql("delete from used_challenges").update();

        assertThat(check(answer)).isEqualTo(Result.PASSED);
    }

    @Test
    void whatIsNotSignedByUsOrNotSolvedOrOldIsRefused() {
        ChallengeTask task = botCheck.issue(somewhere());
        String challenge = Objects.requireNonNull(task.challenge());
        String right = solved(task);
        String easier = "A" + challenge.substring(1);

        for (String wrong :
                List.of(
                        "x",
                        ".",
                        "..",
                        challenge,
                        challenge + ".",
                        unsolved(challenge, task.bits()),
                        easier + "." + ProofOfWork.solve(easier, 1),
                        "." + challenge + ".1",
                        right + "0".repeat(3000))) {
            assertThat(check(wrong)).as(wrong).isEqualTo(Result.FAILED);
        }
        clock.pass(Duration.ofMinutes(10));
        assertThat(check(right)).as("expired").isEqualTo(Result.FAILED);
        assertThat(botCheck.deleteExpired(10)).isZero();
    }

    @Test
    void usedChallengesAreDeletedWhenTheyHaveExpired() {
        check(solved(botCheck.issue(somewhere())));
        clock.pass(Duration.ofHours(1));

        int deleted = 0;
        for (int batch = botCheck.deleteExpired(10);
                batch > 0;
                batch = botCheck.deleteExpired(10)) {
            deleted += batch;
        }

        assertThat(deleted).isPositive();
    }

    @Test
    void theMoreLoginsFailFromANetworkTheHarderItsChallenges() {
        Origin busy = somewhere();
        LoginFailures failures =
                new LoginFailures(new LoginDelayStore(node.database), node.hash, clock);

        List<Integer> bits = new ArrayList<>();
        for (int n = 0; n <= 200; n++) {
            if (n == 0 || n == 10 || n == 20 || n == 40 || n == 200) {
                bits.add(botCheck.issue(busy).bits());
            }
            failures.countForNetwork(busy);
        }

        assertThat(bits).containsExactly(8, 9, 10, 11, 12);
        assertThat(botCheck.issue(somewhere()).bits()).as("another network").isEqualTo(8);
        clock.pass(Duration.ofHours(1));
        assertThat(botCheck.issue(busy).bits()).as("an hour later").isEqualTo(8);
    }

    @Test
    void aSignUpNeedsASolvedChallenge() {
        SignUp signUp = node.signUp(node.identities.settings(), botCheck);
        Person person = Person.somebody();
        SignUp.Command without = person.signUp(node.identities.verified(person));

        assertThat(signUp.run(without)).isEqualTo(new SignUp.Outcome.NotChecked(Result.MISSING));
        assertThat(signUp.run(with(without, "x.y.1")))
                .isEqualTo(new SignUp.Outcome.NotChecked(Result.FAILED));
        assertThat(signUp.run(with(without, solved(botCheck.issue(somewhere())))))
                .isInstanceOf(SignUp.Outcome.Created.class);
    }

    /** Most people never see it: a login needs one only after some have failed. */
    @Test
    void aLoginNeedsASolvedChallengeAfterFailures() {
        Login login = node.login(clock, node.passwords, botCheck);
        Person fan = node.member();
        for (String email : List.of(fan.email(), "nobody-" + addresses + "@fans.example")) {
            for (int n = 0; n < FAILURES; n++) {
                assertThat(login.run(email, "a guess", somewhere()))
                        .isEqualTo(new Login.Outcome.Wrong());
            }
            assertThat(login.run(email, Person.PASSWORD, somewhere()))
                    .as("the same for an e-mail without an account")
                    .isEqualTo(new Login.Outcome.NotChecked(Result.MISSING));
        }

        String answer = solved(botCheck.issue(somewhere()));
        assertThat(
                        login.run(
                                fan.email(),
                                Person.PASSWORD,
                                new Origin("198.51.100.9", "a browser", null, answer)))
                .isInstanceOf(Login.Outcome.SignedIn.class);
        assertThat(login.run(fan.email(), Person.PASSWORD, somewhere()))
                .as("the failures are forgotten")
                .isInstanceOf(Login.Outcome.SignedIn.class);
    }

    /** One password for many accounts: the network is what they have in common. */
    @Test
    void manyFailuresFromANetworkNeedAChallengeForEveryAccount() {
        Login login = node.login(clock, node.passwords, botCheck);
        Person fan = node.member();
        Origin stuffer = somewhere();
        for (int n = 0; n < 20; n++) {
            assertThat(login.run(n + "@stuffed.example", "a guess", stuffer))
                    .isEqualTo(new Login.Outcome.Wrong());
        }

        assertThat(login.run(fan.email(), Person.PASSWORD, stuffer))
                .isEqualTo(new Login.Outcome.NotChecked(Result.MISSING));
        assertThat(login.run(fan.email(), Person.PASSWORD, somewhere()))
                .as("elsewhere")
                .isInstanceOf(Login.Outcome.SignedIn.class);
    }

    @Test
    void aVerifierOfTheReCaptchaProtocolIsAsked() throws IOException {
        List<String> forms = new ArrayList<>();
        HttpServer verifier = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        verifier.createContext(
                "/siteverify",
                exchange -> {
                    String form =
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    forms.add(form);
                    String answer =
                            form.contains("response=person")
                                    ? "{\"success\": true}"
                                    : form.contains("response=broken")
                                            ? "<html>"
                                            : "{\"success\": false}";
                    exchange.sendResponseHeaders(200, answer.length());
                    exchange.getResponseBody().write(answer.getBytes(StandardCharsets.US_ASCII));
                    exchange.close();
                });
        verifier.start();
        String url = "http://127.0.0.1:" + verifier.getAddress().getPort() + "/siteverify";
        try (BotCheck remote = remote(url)) {
            assertThat(remote.issue(somewhere()).siteKey()).isEqualTo("public");
            assertThat(remote.check(new Origin("198.51.100.7", "", null, "person")))
                    .isEqualTo(Result.PASSED);
            assertThat(remote.check(new Origin("198.51.100.7", "", null, "a-program")))
                    .isEqualTo(Result.FAILED);
            assertThat(remote.check(new Origin("198.51.100.7", "", null, "broken")))
                    .isEqualTo(Result.UNAVAILABLE);
            assertThat(forms.getFirst())
                    .isEqualTo("secret=hush+hush&response=person&remoteip=198.51.100.7");
        } finally {
            verifier.stop(0);
        }
        try (BotCheck remote = remote("http://127.0.0.1:1/siteverify")) {
            assertThat(remote.check(new Origin("198.51.100.7", "", null, "person")))
                    .isEqualTo(Result.UNAVAILABLE);
        }
    }

    private BotCheck remote(String url) {
        return botCheck(
                Map.of(
                        "onsale.bot-check.mode", "VERIFIER",
                        "onsale.bot-check.verifier-url", url,
                        "onsale.bot-check.verifier-secret", "hush hush",
                        "onsale.bot-check.site-key", "public"));
    }

    private BotCheck botCheck(Map<String, String> more) {
        Map<String, String> given =
                new HashMap<>(
                        Map.of("onsale.bot-check.bits", "8", "onsale.bot-check.bits-max", "12"));
        given.putAll(more);
        return node.botCheck(clock, given);
    }

    private Result check(@org.jspecify.annotations.Nullable String answer) {
        return botCheck.check(new Origin("198.51.100.7", "a browser", null, answer));
    }

    /** Another network each time. */
    private Origin somewhere() {
        addresses++;
        return new Origin(
                "10.%d.%d.%d".formatted(addresses / 62_500, addresses / 250 % 250, addresses % 250),
                "a browser");
    }

    private static SignUp.Command with(SignUp.Command command, String answer) {
        return new SignUp.Command(
                command.email(),
                command.password(),
                command.identityVerificationId(),
                command.terms(),
                new Origin("198.51.100.7", "a browser", null, answer));
    }

    private static String solved(ChallengeTask task) {
        String challenge = Objects.requireNonNull(task.challenge());
        return challenge + "." + ProofOfWork.solve(challenge, task.bits());
    }

    private static String unsolved(String challenge, int bits) {
        long number = 0;
        while (ProofOfWork.isSolution(challenge, Long.toString(number), bits)) {
            number++;
        }
        return challenge + "." + number;
    }
}
