package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.UserModule;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A platform split by role behind nginx: two processes sell, another has accounts, shows and the
 * desk.
 */
class BehindNginxTest {

    private static final String SELLING = "--roles=queue,reservation,payment";
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Pattern HOT =
            Pattern.compile("onsale_front_requests_total\\{kind=\"hot\"\\} ([0-9.E]+)");
    private static final int FANS = 4;
    private static final int ROUNDS_BETWEEN = 30;

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final AtomicInteger seats = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static Nginx nginx;

    @SuppressWarnings("NullAway.Init")
    private static RealTokens tokens;

    @SuppressWarnings("NullAway.Init")
    private static String keys;

    @SuppressWarnings("NullAway.Init")
    private static String schedule;

    @SuppressWarnings("NullAway.Init")
    private static String seatIdBase;

    private static final List<Node> selling = new ArrayList<>();
    private static final List<Integer> sellingPorts = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        api = stores.closing(new Api());
        Node rest =
                stores.startNode(
                        api.settings(
                                "--roles=user,catalog,ops,notification",
                                "--set=onsale.front.trusted-proxies=127.0.0.1"));
        keys = "--set=onsale.auth.jwks-url=" + rest.url() + "/.well-known/jwks.json";
        tokens = new RealTokens(stores.database(UserModule.SCHEMA), stores.secret());
        for (int i = 0; i < 2; i++) {
            sellingPorts.add(Nginx.freePort());
            selling.add(aSellingNode(i));
        }
        List<Integer> restPort = List.of(URI.create(rest.url()).getPort());
        nginx =
                Nginx.before(
                        Map.of(
                                "queue", sellingPorts,
                                "booking", sellingPorts,
                                "payment", sellingPorts,
                                "catalogue", restPort,
                                "accounts", restPort,
                                "desk", restPort));
        api.tell(nginx.url());
        putOnSale();
    }

    private static Node aSellingNode(int which) {
        return stores.startNode(
                api.settings(
                        SELLING,
                        keys,
                        "--port=" + sellingPorts.get(which),
                        "--set=onsale.front.trusted-proxies=127.0.0.1",
                        "--set=onsale.limits.hold-per-minute=1000000"));
    }

    private static void putOnSale() {
        Organiser organiser = new Organiser(api, nginx.url(), tokens.ofSomebody(CurrentUser.ADMIN));
        schedule =
                organiser.schedule(
                        organiser.openEvent(
                                """
                                {"rows":["A","B","C","D"],"seatsPerRow":50,
                                 "gradeMapping":{"A":"R","B":"R","C":"R","D":"R"}}
                                """,
                                70_000));
        seatIdBase =
                api.get(nginx.url() + "/api/schedules/" + schedule + "/layout", null)
                        .text("seatIdBase");
        Wait.until(
                "the seats are on sale",
                SOON,
                () ->
                        selling.stream()
                                .allMatch(node ->
                                        api.get(
                                                                node.url()
                                                                        + "/api/reservations/seats/"
                                                                        + schedule,
                                                                null)
                                                        .status()
                                                == 200));
    }

    @AfterAll
    static void stop() throws IOException {
        nginx.close();
    }

    @Test
    void aFanBuysATicketFromProcessesThatDoDifferentWork() {
        String fan = tokens.ofSomebody(CurrentUser.USER);
        Answer held = hold(fan);
        assertThat(held.status()).as(held.response().body()).isEqualTo(201);
        String reservation = nginx.url() + "/api/reservations/" + held.text("reservationId");
        Answer order = api.post(reservation + "/checkout", "", fan);
        Answer payment =
                api.post(
                        nginx.url() + "/api/payments",
                        "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                .formatted(order.text("paymentOrder"), UUID.randomUUID()),
                        fan);
        String token = api.approve(payment.body().path("provider").path("paymentId").asString());
        api.post(
                nginx.url() + "/api/payments/confirm",
                "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                        .formatted(payment.text("paymentId"), token),
                fan);

        Wait.until(
                "the fan has the ticket",
                SOON,
                () -> api.get(reservation, fan).text("status").equals("CONFIRMED"));
    }

    @Test
    void aRestartInOrderIsNotNoticed() {
        try (Crowd crowd = new Crowd()) {
            crowd.goesOn(ROUNDS_BETWEEN);
            for (int which = 0; which < selling.size(); which++) {
                assertThat(selling.get(which).stop()).isIn(0, 143);
                crowd.goesOn(ROUNDS_BETWEEN);
                Node again = aSellingNode(which);
                selling.set(which, again);
                Wait.until("it gets requests again", SOON, () -> seatMapsFrom(again) > 0);
            }

            assertThat(crowd.failures).as(nginx.log()).isEmpty();
        }
    }

    @Test
    void aKilledNodeCostsOnlyItsOwnRequests() {
        try (Crowd crowd = new Crowd()) {
            crowd.goesOn(ROUNDS_BETWEEN);
            selling.getFirst().kill();
            crowd.goesOn(ROUNDS_BETWEEN);
            // each fan waits for one answer at a time, and may have lost that one
            assertThat(crowd.failures).hasSizeLessThanOrEqualTo(FANS);
            crowd.failures.clear();
            crowd.goesOn(ROUNDS_BETWEEN);

            assertThat(crowd.failures).as(nginx.log()).isEmpty();
        }
        selling.set(0, aSellingNode(0));
    }

    private static double seatMapsFrom(Node node) {
        String metrics = node.get(node.managementUrl() + "/actuator/prometheus").body();
        Matcher hot = HOT.matcher(metrics);
        return hot.find() ? Double.parseDouble(hot.group(1)) : 0;
    }

    private static Answer hold(String fan) {
        return api.post(
                nginx.url() + "/api/reservations/hold",
                "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s%08x\"]}"
                        .formatted(schedule, seatIdBase, seats.getAndIncrement() % 200),
                fan);
    }

    /** Fans who look at the seats, hold one and give it back, again and again. */
    private static final class Crowd implements AutoCloseable {

        final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
        private final AtomicInteger rounds = new AtomicInteger();
        private final AtomicBoolean over = new AtomicBoolean();
        private final List<Thread> fans = new ArrayList<>();

        Crowd() {
            for (int i = 0; i < FANS; i++) {
                fans.add(Thread.ofVirtual().start(this::comeAndGo));
            }
        }

        private void comeAndGo() {
            while (!over.get()) {
                String fan = tokens.ofSomebody(CurrentUser.USER);
                note("map", api.get(nginx.url() + "/api/reservations/seats/" + schedule, fan));
                Answer held = hold(fan);
                note("hold", held);
                if (held.status() == 201) {
                    String id = held.text("reservationId");
                    note("release", api.delete(nginx.url() + "/api/reservations/hold/" + id, fan));
                }
                rounds.incrementAndGet();
            }
        }

        /** A node that has too much to do refuses some holds; that is no fault of a restart. */
        private void note(String what, Answer answer) {
            if (answer.status() >= 500 && !answer.text("code").equals("edge.busy")) {
                failures.add(what + " " + answer.response().body());
            }
        }

        void goesOn(int further) {
            int goal = rounds.get() + further;
            Wait.until("the crowd goes on", SOON, () -> rounds.get() >= goal);
        }

        @Override
        public void close() {
            over.set(true);
            for (Thread fan : fans) {
                try {
                    fan.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
