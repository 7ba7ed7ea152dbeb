package onsale.notification.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.contracts.OrderRefunded;
import onsale.notification.MailSettings;
import onsale.notification.NotificationModule;
import onsale.notification.notice.Bookings;
import onsale.platform.db.Database;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** From the messages of other contexts to what arrives at a real mail server. */
class NoticesTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private final Database database = stores.database(NotificationModule.SCHEMA);
    private final DeliveryStore store = new DeliveryStore(database);
    private final Users users = new Users();
    private final Bookings bookings = new Bookings(database, Set.of(Channel.EMAIL, Channel.SMS));
    private final int port = freePort();
    private final MovableClock clock = new MovableClock();
    private GreenMail server = mailServer();

    /** A clock that a test moves. */
    private static final class MovableClock extends Clock {

        private Instant now = Instant.now();

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    @BeforeEach
    void empty() {
        for (String table :
                List.of(
                        "deliveries",
                        "purchases",
                        "shows",
                        "choices",
                        "devices",
                        "sale_reminders")) {
            database.sql().sql("delete from " + table).update();
        }
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
        users.close();
    }

    @Test
    void whoHasBoughtGetsOneMailWithTheTickets() throws Exception {
        UUID fan = users.person("en", "fan@fans.example", true, "01012345678");
        UUID show = bookings.show(Instant.now().plus(Duration.ofDays(30)), 1);

        UUID reservation = bookings.bought(fan, show);
        bookings.boughtAgain(reservation); // the message comes twice
        sender().run(() -> true);

        MimeMessage mail = only();
        assertThat(mail.getSubject()).isEqualTo("Booked: Moon Garden");
        assertThat(mail.getAllRecipients()[0]).hasToString("fan@fans.example");
        assertThat(GreenMailUtil.getWholeMessage(mail))
                .contains("text/plain", "text/html", "tickets.pdf", "/tickets/" + reservation)
                .contains("=E2=82=A9150,000");
    }

    @Test
    void ticketsGoToNoAddressThatNobodyHasConfirmed() {
        UUID fan = users.person("ko", "typo@fans.example", false, "01012345678");

        bookings.bought(fan, bookings.show(Instant.now().plus(Duration.ofDays(30)), 1));
        sender().run(() -> true);

        assertThat(GreenMailUtil.getWholeMessage(only())).doesNotContain("tickets.pdf");
    }

    /** Cancelled in part, cancelled with the show, refunded: each is news of its own. */
    @Test
    void whatBecomesOfABookingIsToldOnceEach() throws Exception {
        UUID fan = users.person("ko", "fan@fans.example", true, "01012345678");
        UUID show = bookings.show(Instant.now().plus(Duration.ofDays(30)), 1);
        UUID reservation = bookings.bought(fan, show);
        OrderRefunded refund = bookings.refundOf(reservation, 120_000);

        for (int i = 0; i < 2; i++) {
            bookings.cancelled(reservation, fan, show, "CANCELLED_BY_FAN", 0);
            bookings.cancelled(reservation, fan, show, "SHOW_CANCELLED", 1);
            bookings.refunded(refund);
        }
        sender().run(() -> true);

        assertThat(subjects())
                .containsExactlyInAnyOrder(
                        "예매 완료: 달빛 정원", "취소 완료: 달빛 정원", "공연 취소: 달빛 정원", "환불 완료: 120,000원");
    }

    /** Money that came too late for its seats goes back, and its owner hears of that too. */
    @Test
    void whoPaidForNothingIsToldOfTheRefund() throws Exception {
        UUID fan = users.person("en", "late@fans.example", true, "01012345678");
        UUID show = bookings.show(Instant.now().plus(Duration.ofDays(30)), 1);
        UUID reservation = UUID.randomUUID();
        bookings.expired(reservation, fan, show);

        bookings.refunded(bookings.refundOf(reservation, 150_000));
        sender().run(() -> true);

        assertThat(subjects()).containsExactly("Refund: ₩150,000");
    }

    @Test
    void aChangedShowIsToldToWhoeverHasTicketsForTheOldTime() throws Exception {
        UUID fan = users.person("en", "fan@fans.example", true, "01012345678");
        UUID other = users.person("en", "other@fans.example", true, "01012345678");
        Instant starts = Instant.now().plus(Duration.ofDays(30));
        UUID show = bookings.show(starts, 1);
        bookings.bought(fan, show);

        bookings.published(show, starts, 2); // a new price is no news
        bookings.remind(Instant.now());
        bookings.published(show, starts.plus(Duration.ofDays(1)), 3);
        bookings.bought(other, show); // knows the new time
        bookings.remind(Instant.now());
        bookings.remind(Instant.now());
        sender().run(() -> true);

        assertThat(subjects())
                .containsExactlyInAnyOrder(
                        "Booked: Moon Garden", "Booked: Moon Garden", "Show changed: Moon Garden");
    }

    @Test
    void visitorsAreRemindedOnceOfEachTime() throws Exception {
        UUID fan = users.person("en", "fan@fans.example", true, "01012345678");
        Instant starts = Instant.now().plus(Duration.ofDays(30));
        UUID show = bookings.show(starts, 1);
        UUID reservation = bookings.bought(fan, show);
        UUID given = bookings.bought(fan, show);
        bookings.cancelled(given, fan, show, "CANCELLED_BY_FAN", 0);
        bookings.cancelled(given, fan, show, "CANCELLED_BY_FAN", 1);

        bookings.remind(starts.minus(Duration.ofHours(25)));
        assertThat(count("SHOW_SOON")).isZero();
        bookings.remind(starts.minus(Duration.ofHours(23)));
        bookings.remind(starts.minus(Duration.ofHours(22)));

        assertThat(count("SHOW_SOON")).as("not of what was given back").isEqualTo(1);
        bookings.published(show, starts.plus(Duration.ofDays(7)), 2);
        bookings.remind(starts.plus(Duration.ofDays(6)).plus(Duration.ofHours(1)));
        assertThat(count("SHOW_SOON")).as("of the new time too").isEqualTo(2);
        assertThat(reservation).isNotNull();
    }

    @Test
    void whoAskedIsToldOnceThatASaleOpens() {
        UUID fan = users.person("en", "fan@fans.example", true, "01012345678");
        UUID show = bookings.show(Instant.now().plus(Duration.ofDays(30)), 1);
        Instant opens = bookings.opens(show);
        assertThat(bookings.remindOfSale(fan, show, 2)).isTrue();
        assertThat(bookings.remindOfSale(fan, show, 2)).as("the same again").isTrue();
        assertThat(bookings.remindOfSale(fan, UUID.randomUUID(), 2)).isTrue();
        assertThat(bookings.remindOfSale(fan, UUID.randomUUID(), 2)).as("too many").isFalse();

        bookings.remind(opens.minus(Duration.ofMinutes(11)));
        assertThat(count("SALE_OPENS")).isZero();
        bookings.remind(opens.minus(Duration.ofMinutes(9)));
        bookings.remind(opens.minus(Duration.ofMinutes(8)));

        assertThat(count("SALE_OPENS")).isEqualTo(1);
    }

    @Test
    void everybodyChoosesChannelsButMailOfACancelledShow() {
        UUID fan = users.person("en", "fan@fans.example", true, "01012345678");
        UUID show = bookings.show(Instant.now().plus(Duration.ofDays(30)), 1);
        bookings.choose(fan, "BOOKING", "SMS");
        bookings.choose(fan, "SHOW");

        UUID reservation = bookings.bought(fan, show);
        bookings.cancelled(reservation, fan, show, "SHOW_CANCELLED", 0);

        assertThat(
                        database.sql()
                                .sql("select template || ' ' || channel from deliveries order by 1")
                                .query(String.class)
                                .list())
                .containsExactly("BOOKING_CONFIRMED SMS", "SHOW_CANCELLED EMAIL");
    }

    /** An hour without a mail server, on the clock of the sender and of the rows. */
    @Test
    void anHourWithoutAMailServerLosesNothingAndDoublesNothing() throws Exception {
        UUID show = bookings.show(Instant.now().plus(Duration.ofDays(30)), 1);
        Set<String> addresses = new HashSet<>();
        SendMails sender = sender();
        server.stop();
        for (int minute = 0; minute < 60; minute++) {
            String address = "fan%d@fans.example".formatted(minute);
            addresses.add(address);
            bookings.bought(users.person("ko", address, true, "01012345678"), show);
            assertThat(sender.run(() -> true)).isZero();
            pass(Duration.ofMinutes(1));
        }
        assertThat(attempts()).as("an outage is nobody's attempt").isZero();

        server = mailServer();
        server.start();
        pass(Duration.ofMinutes(5));
        SendMails another = sender();
        Thread node = Thread.ofVirtual().start(() -> another.run(() -> true));
        sender.run(() -> true);
        node.join();
        pass(Duration.ofHours(1));
        sender.run(() -> true);

        assertThat(recipients()).containsExactlyInAnyOrderElementsOf(addresses);
        assertThat(states()).isEqualTo(Map.of("SENT", 60L));
    }

    /** The canary: an outage that lasts longer than a mail is useful does lose it, and says so. */
    @Test
    void whatIsOverdueIsGivenUpAndCanBeSentAgain() throws Exception {
        UUID fan = users.person("ko", "fan@fans.example", true, "01012345678");
        bookings.bought(fan, bookings.show(Instant.now().plus(Duration.ofDays(30)), 1));
        SendMails sender = sender();

        pass(Duration.ofDays(4));
        sender.run(() -> true);
        assertThat(states()).isEqualTo(Map.of("FAILED", 1L));

        assertThat(new OperatorDeliveries(database).redrive(null, 24, 10)).isEqualTo(1);
        sender.run(() -> true);
        assertThat(subjects()).containsExactly("예매 완료: 달빛 정원");
    }

    @Test
    void whileAddressesCannotBeReadMailsWaitAndOneQuestionServesMany() throws Exception {
        UUID show = bookings.show(Instant.now().plus(Duration.ofDays(30)), 1);
        for (int i = 0; i < 15; i++) {
            bookings.bought(users.person("ko", "f%d@fans.example".formatted(i), true, ""), show);
        }
        users.isDown = true;
        sender().run(() -> true);
        assertThat(states()).isEqualTo(Map.of("PENDING", 15L));
        assertThat(attempts()).isZero();

        users.isDown = false;
        users.questions.set(0);
        pass(Duration.ofMinutes(10));
        sender().run(() -> true);

        assertThat(recipients()).hasSize(15).doesNotHaveDuplicates();
        assertThat(users.questions).hasValue(1);
    }

    @Test
    void whoHasNoAddressAnyMoreGetsNothing() {
        UUID fan = users.person("ko", "gone@fans.example", true, "");
        bookings.bought(fan, bookings.show(Instant.now().plus(Duration.ofDays(30)), 1));
        users.purge(fan);

        sender().run(() -> true);

        assertThat(states()).isEqualTo(Map.of("FAILED", 1L));
        assertThat(recipients()).isEmpty();
    }

    private SendMails sender() {
        Map<String, String> all = new HashMap<>();
        all.put("onsale.mail.host", "127.0.0.1");
        all.put("onsale.mail.port", "" + port);
        all.put("onsale.mail.encryption", "NONE");
        all.put("onsale.mail.from", "no-reply@onsale.example");
        all.put("onsale.mail.site-url", "https://tickets.example");
        MailSettings settings =
                new Binder(new MapConfigurationPropertySource(all))
                        .bindOrCreate("onsale.mail", MailSettings.class);
        return new SendMails(
                store,
                new SmtpServer(settings, clock),
                new ComposeMails(
                        new MailTemplates(settings.siteUrl(), ZoneId.of("Asia/Seoul")),
                        stores.messageKeys().of(Context.NOTIFICATION),
                        new Contacts(users.calls())),
                settings,
                clock,
                new SimpleMeterRegistry());
    }

    /** Lets time pass for the sender, whose clock it is, and for rows, whose times go back. */
    private void pass(Duration time) {
        clock.now = clock.now.plus(time);
        database.sql()
                .sql(
                        """
                        update deliveries
                        set next_at = next_at - :millis * interval '1 ms',
                            useful_until = useful_until - :millis * interval '1 ms'
                        """)
                .param("millis", time.toMillis())
                .update();
    }

    private MimeMessage only() {
        assertThat(server.getReceivedMessages()).hasSize(1);
        return server.getReceivedMessages()[0];
    }

    private List<String> subjects() throws Exception {
        List<String> all = new ArrayList<>();
        for (MimeMessage mail : server.getReceivedMessages()) {
            all.add(mail.getSubject());
        }
        return all;
    }

    private List<String> recipients() {
        return Arrays.stream(server.getReceivedMessages())
                .map(mail -> {
                    try {
                        return mail.getAllRecipients()[0].toString();
                    } catch (jakarta.mail.MessagingException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();
    }

    private long count(String template) {
        return database.sql()
                .sql("select count(*) from deliveries where template = ?")
                .param(template)
                .query(Long.class)
                .single();
    }

    private long attempts() {
        return database.sql()
                .sql("select coalesce(sum(attempts), 0) from deliveries")
                .query(Long.class)
                .single();
    }

    private Map<String, Long> states() {
        Map<String, Long> states = new HashMap<>();
        database.sql()
                .sql("select state, count(*) as n from deliveries group by state")
                .query(row -> {
                    states.put(row.getString("state"), row.getLong("n"));
                });
        return states;
    }

    private GreenMail mailServer() {
        ServerSetup setup = new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP);
        setup.setServerStartupTimeout(10_000);
        return new GreenMail(setup);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
