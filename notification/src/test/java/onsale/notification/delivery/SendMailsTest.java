package onsale.notification.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.contracts.Context;
import onsale.contracts.MailRequested;
import onsale.contracts.MailRequested.Letter;
import onsale.contracts.MailRequested.Template;
import onsale.notification.MailSettings;
import onsale.notification.NotificationModule;
import onsale.notification.notice.Notice;
import onsale.platform.StartFailure;
import onsale.platform.db.Database;
import onsale.platform.internal.InternalCalls;
import onsale.platform.internal.InternalSettings;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Mails reach a real SMTP server, each once, whatever the server does meanwhile. */
class SendMailsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final String CODE = "482913";
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Database database = stores.database(NotificationModule.SCHEMA);
    private final DeliveryStore store = new DeliveryStore(database);
    private final int port = freePort();
    private GreenMail server = server();

    @BeforeEach
    void empty() {
        database.sql().sql("delete from deliveries").update();
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void aMailArrivesInTheLanguageOfItsReaderAsTextAndHtml() throws Exception {
        ask("fan@fans.example", Template.EMAIL_CODE, "ko");
        ask("fan@fans.example", Template.EMAIL_CODE, "en");

        assertThat(sender(Map.of()).run(() -> true)).isEqualTo(2);

        MimeMessage korean = server.getReceivedMessages()[0];
        MimeMessage english = server.getReceivedMessages()[1];
        assertThat(korean.getSubject()).isEqualTo("인증 번호 " + CODE);
        assertThat(english.getSubject()).isEqualTo("Your code " + CODE);
        assertThat(korean.getContentType()).startsWith("multipart/alternative");
        assertThat(recipients()).containsExactly("fan@fans.example", "fan@fans.example");
        assertThat(GreenMailUtil.getWholeMessage(english))
                .contains("text/plain", "text/html", "<strong>" + CODE + "</strong>");
        assertThat(states()).containsOnlyKeys("SENT");
    }

    @Test
    void everyTemplateHasItsWordsInBothLanguages() {
        MailTemplates templates =
                new MailTemplates("https://tickets.example", ZoneId.of("Asia/Seoul"));
        Letter letter =
                new Letter(
                        "fan@fans.example",
                        Map.ofEntries(
                                Map.entry("code", CODE),
                                Map.entry("newEmail", "<b>new</b>@fans.example"),
                                Map.entry("refusal", "r_1"),
                                Map.entry("dormantAt", "2026-12-31T15:00:00Z"),
                                Map.entry("purgeAt", "2026-12-31T15:00:00Z"),
                                Map.entry("reservation", "019a9000-0000-7000-8000-000000000001"),
                                Map.entry("showTime", "2026-12-31T10:30:00Z"),
                                Map.entry("freeUntilAt", "2026-12-31T15:00:00Z"),
                                Map.entry("startsTime", "2026-12-31T10:00:00Z"),
                                Map.entry("opensTime", "2026-12-31T10:00:00Z"),
                                Map.entry("title", "달빛 정원 Moon Garden"),
                                Map.entry("venue", "한빛홀"),
                                Map.entry("number", "B-20261201-000001"),
                                Map.entry("seats", "1F A 3 12"),
                                Map.entry("totalWon", "150000"),
                                Map.entry("refundWon", "120000"),
                                Map.entry("eventId", "e1"),
                                Map.entry("reservationId", "r1")));
        for (Enum<?> template :
                Stream.concat(Stream.of(Template.values()), Stream.of(Notice.values())).toList()) {
            for (String language : List.of("ko", "en")) {
                Mail mail =
                        templates.fill(
                                template.name(), language, letter.address(), letter.values());
                assertThat(mail.subject() + mail.text() + mail.html())
                        .as(template + language)
                        .doesNotContainPattern("\\{[a-zA-Z]+}")
                        .doesNotContain("2026-12-31");
                assertThat(mail.html()).doesNotContain("<b>");
            }
        }
        assertThat(
                        templates
                                .fill("DELETION_NOTICE", "en", letter.address(), letter.values())
                                .text())
                .contains("1 January 2027", "https://tickets.example/login");
        assertThat(templates.fill("TICKETS", "en", letter.address(), letter.values()).text())
                .contains(
                        "Thu, 31 Dec, 7:30 PM",
                        "https://tickets.example/tickets/019a9000-0000-7000-8000-000000000001");
    }

    @Test
    void whileTheServerIsDownNothingIsLostAndAfterwardsNothingComesTwice() {
        SendMails sender = sender(Map.of());
        server.stop();
        for (int i = 0; i < 20; i++) {
            ask("fan%d@fans.example".formatted(i), Template.EMAIL_CODE, "ko");
        }
        for (int i = 0; i < 5; i++) {
            assertThat(sender.run(() -> true)).isZero();
        }
        assertThat(states()).isEqualTo(Map.of("PENDING", 20L));
        assertThat(attempts()).as("an outage is nobody's attempt").isZero();

        server = server();
        server.start();
        Wait.until(
                "all are sent",
                SOON,
                () -> {
                    sender.run(() -> true);
                    return states().equals(Map.of("SENT", 20L));
                });
        sender.run(() -> true);

        assertThat(recipients()).hasSize(20).doesNotHaveDuplicates();
    }

    /** The server goes away between two mails, again and again. */
    @Test
    void aServerThatComesAndGoesGetsEachMailOnce() {
        SendMails sender = sender(Map.of());
        Set<String> all = new HashSet<>();
        List<String> arrived = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            all.add("fan%d@fans.example".formatted(i));
            ask("fan%d@fans.example".formatted(i), Template.EMAIL_CODE, "en");
        }
        Wait.until(
                "all are sent",
                SOON,
                () -> {
                    int[] left = {3};
                    sender.run(() -> left[0]-- > 0);
                    arrived.addAll(recipients());
                    server.stop();
                    sender.run(() -> true);
                    server = server();
                    server.start();
                    return states().equals(Map.of("SENT", 12L));
                });

        assertThat(arrived).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void twoNodesSendEachMailOnce() throws InterruptedException {
        for (int i = 0; i < 40; i++) {
            ask("fan%d@fans.example".formatted(i), Template.EMAIL_CODE, "ko");
        }
        List<Thread> nodes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            SendMails sender = sender(Map.of());
            nodes.add(Thread.ofVirtual().start(() -> sender.run(() -> true)));
        }
        for (Thread node : nodes) {
            node.join();
        }

        assertThat(recipients()).hasSize(40).doesNotHaveDuplicates();
        assertThat(states()).isEqualTo(Map.of("SENT", 40L));
    }

    /** The canary: without a claim that lasts, both would have it. */
    @Test
    void aClaimThatIsOverAtOnceIsTakenAgain() {
        ask("fan@fans.example", Template.EMAIL_CODE, "ko");

        Delivery first = claim(Duration.ZERO).getFirst();
        Delivery second = claim(Duration.ofMinutes(1)).getFirst();

        assertThat(second.requestId()).isEqualTo(first.requestId());
        assertThat(claim(Duration.ofMinutes(1))).isEmpty();
        store.failed(first, "SLOW");
        assertThat(states()).as("who lost the claim decides nothing").containsOnlyKeys("PENDING");
        store.sent(second);
        assertThat(states()).containsOnlyKeys("SENT");
    }

    @Test
    void theSameRequestIsOneMail() {
        MailRequested asked = request("fan@fans.example", Template.EMAIL_CODE, "ko", SOON);
        store.insert(asked, Duration.ofDays(1));
        sender(Map.of()).run(() -> true);

        store.insert(asked, Duration.ofDays(1));
        sender(Map.of()).run(() -> true);

        assertThat(recipients()).hasSize(1);
    }

    @Test
    void whatIsUselessOrRefusedForGoodIsGivenUp() {
        store.insert(
                request("late@fans.example", Template.EMAIL_CODE, "ko", Duration.ZERO),
                Duration.ofDays(1));
        ask("not an address", Template.EMAIL_CODE, "ko");
        ask("good@fans.example", Template.EMAIL_CODE, "ko");

        sender(Map.of()).run(() -> true);

        assertThat(recipients()).containsExactly("good@fans.example");
        assertThat(states()).isEqualTo(Map.of("SENT", 1L, "FAILED", 2L));
    }

    @Test
    void neitherTheDatabaseNorAFinishedRowTellsAddressOrCode() {
        ask("secret@fans.example", Template.EMAIL_CODE, "ko");
        assertThat(dump()).doesNotContain("secret@").doesNotContain(CODE);

        sender(Map.of()).run(() -> true);

        assertThat(
                        database.sql()
                                .sql("select count(*) from deliveries where letter is not null")
                                .query(Long.class)
                                .single())
                .isZero();
    }

    /** A letter is good for its own request only. */
    @Test
    void aLetterCannotBeMovedToAnotherRequest() {
        ask("fan@fans.example", Template.EMAIL_CODE, "ko");
        Delivery mail = claim(Duration.ofMinutes(1)).getFirst();
        ComposeMails compose = compose(settings(Map.of()));

        assertThat(compose.mail(mail, null))
                .extracting(Mail::address)
                .isEqualTo("fan@fans.example");
        Delivery moved =
                new Delivery(
                        UUID.randomUUID(),
                        Channel.EMAIL,
                        Delivery.NO_TARGET,
                        mail.userId(),
                        mail.template(),
                        mail.language(),
                        mail.letter(),
                        null,
                        1,
                        mail.createdAt());
        assertThatThrownBy(() -> compose.mail(moved, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aDemoKeepsItsMailsAndSendsNone() {
        ask("fan@fans.example", Template.EMAIL_CODE, "en");
        SendMails sender = sender(Map.of("onsale.mail.host", "", "onsale.mail.mailbox", "true"));

        assertThat(sender.run(() -> true)).isEqualTo(1);

        assertThat(recipients()).isEmpty();
        assertThat(store.kept(10))
                .singleElement()
                .satisfies(kept ->
                        assertThat(compose(settings(Map.of())).mail(kept, null))
                                .extracting(Mail::text, STRING)
                                .contains(CODE));
    }

    @Test
    void aServerNeedsASenderAndASite() {
        assertThatThrownBy(() -> settings(Map.of("onsale.mail.from", "")))
                .hasRootCauseInstanceOf(StartFailure.class);
        assertThatThrownBy(() -> settings(Map.of("onsale.mail.mailbox", "true")))
                .hasRootCauseInstanceOf(StartFailure.class);
    }

    private void ask(String address, Template template, String language) {
        store.insert(request(address, template, language, Duration.ofHours(1)), SOON);
    }

    private static MailRequested request(
            String address, Template template, String language, Duration useful) {
        UUID id = UUID.randomUUID();
        String letter =
                stores.messageKeys()
                        .of(Context.USER)
                        .encryptFor(
                                Context.NOTIFICATION,
                                new Letter(address, Map.of("code", CODE)),
                                id.toString());
        return new MailRequested(
                id, UUID.randomUUID(), template, language, Instant.now().plus(useful), letter);
    }

    private SendMails sender(Map<String, String> given) {
        MailSettings settings = settings(given);
        return new SendMails(
                store,
                new SmtpServer(settings, Clock.systemUTC()),
                compose(settings),
                settings,
                Clock.systemUTC(),
                new SimpleMeterRegistry());
    }

    /** Letters bring their addresses: nobody is asked for them. */
    private static ComposeMails compose(MailSettings settings) {
        InternalSettings nobody = new InternalSettings(List.of(), "", "", Duration.ofSeconds(1));
        return new ComposeMails(
                new MailTemplates(settings.siteUrl(), ZoneId.of("Asia/Seoul")),
                stores.messageKeys().of(Context.NOTIFICATION),
                new Contacts(new InternalCalls(nobody, () -> URI.create("http://127.0.0.1:1"))));
    }

    private List<Delivery> claim(Duration lease) {
        return store.claim(Channel.EMAIL, lease, 1);
    }

    private MailSettings settings(Map<String, String> given) {
        Map<String, String> all = new HashMap<>();
        all.put("onsale.mail.host", "127.0.0.1");
        all.put("onsale.mail.port", "" + port);
        all.put("onsale.mail.encryption", "NONE");
        all.put("onsale.mail.from", "no-reply@onsale.example");
        all.put("onsale.mail.site-url", "https://tickets.example");
        all.put("onsale.mail.retry-after", "10ms");
        all.put("onsale.mail.retry-at-least-every", "100ms");
        all.putAll(given);
        return new Binder(new MapConfigurationPropertySource(all))
                .bindOrCreate("onsale.mail", MailSettings.class);
    }

    private GreenMail server() {
        ServerSetup setup = new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP);
        setup.setServerStartupTimeout(10_000);
        return new GreenMail(setup);
    }

    private List<String> recipients() {
        return Arrays.stream(server.getReceivedMessages())
                .map(message -> {
                    try {
                        return message.getAllRecipients()[0].toString();
                    } catch (jakarta.mail.MessagingException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();
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

    private long attempts() {
        return database.sql()
                .sql("select sum(attempts) from deliveries")
                .query(Long.class)
                .single();
    }

    private String dump() {
        return String.join(
                "\n",
                database.sql()
                        .sql("select deliveries::text from deliveries")
                        .query(String.class)
                        .list());
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
