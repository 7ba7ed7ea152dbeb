package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import onsale.catalog.CatalogSettings;
import onsale.catalog.PageSettings;
import onsale.edge.front.connection.FrontSettings;
import onsale.edge.front.connection.TlsSettings;
import onsale.edge.front.work.PermitSettings;
import onsale.edge.front.work.TimeoutSettings;
import onsale.edge.limit.LimitSettings;
import onsale.edge.token.AuthSettings;
import onsale.notification.MailSettings;
import onsale.payment.PaymentSettings;
import onsale.platform.CalendarSettings;
import onsale.platform.StartFailure;
import onsale.platform.db.PostgresSettings;
import onsale.platform.internal.InternalSettings;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeySettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.pass.PassSettings;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.queue.QueueSettings;
import onsale.reservation.ReservationSettings;
import onsale.user.BotCheckSettings;
import onsale.user.SocialSettings;
import onsale.user.UserSettings;
import onsale.user.rehearsal.RehearsalSettings;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** The defaults of all settings, as the documentation has them. */
class DefaultSettingsTest {

    @Test
    void defaultsAreAsDocumented() {
        Settings settings = Settings.load(Map.of());

        assertThat(settings.get(ServerSettings.class))
                .isEqualTo(
                        new ServerSettings(
                                List.of("all"),
                                0,
                                0,
                                "127.0.0.1",
                                false,
                                Path.of("data"),
                                true,
                                false,
                                Secret.NONE,
                                "auto",
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(5)));
        assertThat(settings.get(PostgresSettings.class))
                .isEqualTo(
                        new PostgresSettings(
                                "",
                                0,
                                "",
                                Secret.NONE,
                                Map.of(),
                                5,
                                1,
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(60)));
        assertThat(settings.get(RedisSettings.class))
                .isEqualTo(new RedisSettings(Secret.NONE, 0, Duration.ofSeconds(2)));
        assertThat(settings.get(KafkaSettings.class))
                .isEqualTo(new KafkaSettings("", 0, "", Duration.ofSeconds(10), Map.of()));
        assertThat(settings.get(PassSettings.class)).isEqualTo(new PassSettings(List.of()));
        assertThat(settings.get(MessageKeySettings.class))
                .isEqualTo(new MessageKeySettings(List.of()));
        assertThat(settings.get(PortOneSettings.class))
                .isEqualTo(
                        new PortOneSettings(
                                "",
                                0,
                                Secret.NONE,
                                "",
                                "",
                                List.of(),
                                List.of(),
                                false,
                                List.of()));
    }

    @Test
    void theEdgeIsStrictByDefault() {
        Settings settings = Settings.load(Map.of());

        FrontSettings front = settings.get(FrontSettings.class);
        assertThat(front.bodyMax()).isEqualTo(DataSize.ofKilobytes(64));
        assertThat(front.operatorsBodyMax()).isEqualTo(DataSize.ofMegabytes(2));
        assertThat(front.headMax()).isEqualTo(DataSize.ofKilobytes(16));
        assertThat(front.corsOrigins()).isEmpty();
        assertThat(front.trustedProxies()).isEmpty();
        assertThat(front.h2c()).isFalse();
        assertThat(settings.get(TlsSettings.class).isOn()).isFalse();
        assertThat(settings.get(LimitSettings.class))
                .isEqualTo(
                        new LimitSettings(
                                100,
                                300,
                                60,
                                30,
                                20,
                                10,
                                30,
                                3_000,
                                20,
                                5,
                                Duration.ofMillis(250),
                                100_000));
        assertThat(settings.get(AuthSettings.class))
                .isEqualTo(
                        new AuthSettings(
                                "onsale",
                                "onsale",
                                "",
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(10),
                                Duration.ofSeconds(10),
                                50_000));
        assertThat(settings.get(InternalSettings.class))
                .isEqualTo(new InternalSettings(List.of(), "", "", Duration.ofSeconds(3)));
        assertThat(settings.get(PaymentSettings.class))
                .isEqualTo(
                        new PaymentSettings(
                                Duration.ofSeconds(60),
                                Duration.ofSeconds(8),
                                100,
                                3,
                                Duration.ofSeconds(1),
                                1,
                                Duration.ofDays(365)));
        assertThat(settings.get(QueueSettings.class))
                .isEqualTo(
                        new QueueSettings(
                                Duration.ofMillis(500),
                                Duration.ofMillis(250),
                                Duration.ofMillis(500),
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(5),
                                Duration.ofMinutes(10),
                                Duration.ofMinutes(1),
                                Duration.ofSeconds(90),
                                Duration.ofSeconds(30),
                                Duration.ofHours(24)));
        assertThat(settings.get(ReservationSettings.class))
                .isEqualTo(
                        new ReservationSettings(
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(10),
                                Duration.ofSeconds(10),
                                Duration.ofMinutes(5),
                                Duration.ofMillis(250),
                                Duration.ofDays(7),
                                Duration.ofDays(90),
                                300_000));
        assertThat(settings.get(TimeoutSettings.class))
                .isEqualTo(
                        new TimeoutSettings(
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(60),
                                Duration.ofSeconds(10)));
        assertThat(settings.get(PermitSettings.class))
                .isEqualTo(new PermitSettings(0, 0, 128, 128, 0, 0, 8));
    }

    @Test
    void accountsAreKeptStrictlyByDefault() {
        assertThat(Settings.load(Map.of()).get(UserSettings.class))
                .isEqualTo(
                        new UserSettings(
                                Secret.NONE,
                                Secret.NONE,
                                Duration.ofSeconds(5),
                                50,
                                Duration.ofHours(1),
                                10,
                                0,
                                32,
                                Duration.ofSeconds(4),
                                Duration.ofHours(1),
                                Duration.ofDays(7),
                                Duration.ofDays(90),
                                Duration.ofSeconds(10),
                                Duration.ofDays(30),
                                Duration.ofDays(1),
                                Duration.ofDays(365),
                                Duration.ofDays(365),
                                Duration.ofDays(30),
                                Duration.ofDays(30),
                                Duration.ofMinutes(10),
                                Duration.ofMinutes(1),
                                5,
                                Duration.ofMinutes(5),
                                UserSettings.SecondFactorRule.AUTO));
    }

    @Test
    void noMailIsSentByDefault() {
        assertThat(Settings.load(Map.of()).get(MailSettings.class))
                .isEqualTo(
                        new MailSettings(
                                "",
                                587,
                                MailSettings.Encryption.STARTTLS,
                                "",
                                Secret.NONE,
                                "",
                                "",
                                false,
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(2),
                                Duration.ofMinutes(5),
                                Duration.ofDays(3),
                                Duration.ofDays(30)));
    }

    @Test
    void noProviderIsOfferedByDefault() {
        assertThat(Settings.load(Map.of()).get(SocialSettings.class))
                .isEqualTo(
                        new SocialSettings(
                                "",
                                "",
                                Secret.NONE,
                                "",
                                Secret.NONE,
                                "",
                                Secret.NONE,
                                "",
                                Duration.ofSeconds(5),
                                50));
    }

    @Test
    void programsAreCheckedByDefault() {
        assertThat(Settings.load(Map.of()).get(BotCheckSettings.class))
                .isEqualTo(
                        new BotCheckSettings(
                                BotCheckSettings.Mode.PROOF_OF_WORK,
                                16,
                                20,
                                Duration.ofMinutes(10),
                                3,
                                20,
                                "",
                                Secret.NONE,
                                "",
                                Duration.ofSeconds(3)));
    }

    @Test
    void nobodyRehearsesByDefault() {
        assertThat(Settings.load(Map.of()).get(RehearsalSettings.class))
                .isEqualTo(new RehearsalSettings(false, 100_000));
    }

    @Test
    void messagesLiveLongEnoughByDefault() {
        assertThat(Settings.load(Map.of()).get(MessagingSettings.class))
                .isEqualTo(
                        new MessagingSettings(
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(1),
                                500,
                                Duration.ofSeconds(10),
                                Duration.ofDays(7),
                                Duration.ofDays(30)));
    }

    @Test
    void nothingIsTracedByDefault() {
        assertThat(Settings.load(Map.of()).get(TracingSettings.class))
                .isEqualTo(new TracingSettings("", 100));
        assertThatThrownBy(() ->
                        Settings.load(Map.of("onsale.tracing.endpoint", "collector:4318"))
                                .get(TracingSettings.class))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("onsale.tracing.endpoint is not an address");
        assertThatThrownBy(() ->
                        Settings.load(Map.of("onsale.tracing.per-ten-thousand", "10001"))
                                .get(TracingSettings.class))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("onsale.tracing.per-ten-thousand is 10001");
    }

    @Test
    void showsAreInSeoulByDefault() {
        assertThat(Settings.load(Map.of()).get(CalendarSettings.class))
                .isEqualTo(new CalendarSettings("Asia/Seoul"));
        for (String wrong : List.of("Mars", "UTC+9")) {
            assertThatThrownBy(() ->
                            Settings.load(Map.of("onsale.time-zone", wrong))
                                    .get(CalendarSettings.class))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("onsale.time-zone is \"%s\"".formatted(wrong));
        }
        assertThat(Settings.load(Map.of()).get(PageSettings.class)).isEqualTo(new PageSettings(""));
        assertThat(Settings.load(Map.of()).get(CatalogSettings.class))
                .isEqualTo(
                        new CatalogSettings(
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(10)));
    }
}
