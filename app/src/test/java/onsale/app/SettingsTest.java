package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import onsale.catalog.CatalogSettings;
import onsale.edge.EdgeSettings;
import onsale.edge.InternalSettings;
import onsale.edge.PlacesSettings;
import onsale.edge.TimeoutSettings;
import onsale.edge.door.DoorSettings;
import onsale.edge.limit.LimitSettings;
import onsale.edge.token.AuthSettings;
import onsale.payment.PaymentSettings;
import onsale.platform.StartFailure;
import onsale.platform.db.PostgresSettings;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.pass.PassSettings;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.queue.QueueSettings;
import onsale.reservation.ReservationSettings;
import onsale.user.RehearsalSettings;
import onsale.user.UserSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

class SettingsTest {

    @Test
    void defaultsAreAsDocumented() {
        Settings settings = Settings.load(Map.of());

        assertThat(settings.get(ServerSettings.class))
                .isEqualTo(
                        new ServerSettings(
                                List.of("all"),
                                0,
                                0,
                                Path.of("data"),
                                true,
                                Secret.NONE,
                                "auto",
                                Duration.ofSeconds(20)));
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
                .isEqualTo(new KafkaSettings("", 0, "", Duration.ofSeconds(10)));
        assertThat(settings.get(PassSettings.class)).isEqualTo(new PassSettings(List.of()));
        assertThat(settings.get(PortOneSettings.class))
                .isEqualTo(new PortOneSettings("", 0, Secret.NONE, "", "", List.of()));
    }

    @Test
    void theEdgeIsStrictByDefault() {
        Settings settings = Settings.load(Map.of());

        assertThat(settings.get(EdgeSettings.class))
                .isEqualTo(
                        new EdgeSettings(
                                DataSize.ofKilobytes(64),
                                DataSize.ofMegabytes(2),
                                DataSize.ofKilobytes(32),
                                64,
                                List.of(),
                                DataSize.ofKilobytes(1)));
        assertThat(settings.get(LimitSettings.class))
                .isEqualTo(
                        new LimitSettings(
                                100, 300, 60, 30, 20, 10, Duration.ofMillis(100), 100_000));
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
        assertThat(settings.get(InternalSettings.class)).isEqualTo(new InternalSettings(List.of()));
        assertThat(settings.get(PaymentSettings.class))
                .isEqualTo(
                        new PaymentSettings(
                                Duration.ofSeconds(60),
                                Duration.ofSeconds(8),
                                100,
                                3,
                                Duration.ofSeconds(1)));
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
                                Duration.ofMillis(250)));
        assertThat(settings.get(TimeoutSettings.class))
                .isEqualTo(
                        new TimeoutSettings(
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(60),
                                Duration.ofSeconds(10)));
        assertThat(settings.get(PlacesSettings.class))
                .isEqualTo(new PlacesSettings(0, 0, 128, 128, 0, 0));
        assertThat(settings.get(DoorSettings.class))
                .isEqualTo(
                        new DoorSettings(
                                "0.0.0.0",
                                0,
                                0,
                                2_000,
                                40_000,
                                8_192,
                                16_384,
                                1_048_576,
                                Duration.ofSeconds(75),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(2),
                                512,
                                1_024,
                                Duration.ofSeconds(15),
                                List.of()));
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
                                Duration.ofSeconds(10),
                                Duration.ofDays(30),
                                Duration.ofDays(1),
                                Duration.ofDays(365)));
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
    void showsAreInSeoulByDefault() {
        assertThat(Settings.load(Map.of()).get(CatalogSettings.class))
                .isEqualTo(new CatalogSettings("Asia/Seoul", Duration.ofSeconds(5)));
        assertThatThrownBy(() ->
                        Settings.load(Map.of("onsale.catalog.time-zone", "Mars"))
                                .get(CatalogSettings.class))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("onsale.catalog.time-zone is \"Mars\"");
    }

    @Test
    void everySettingsRecordIsListed() {
        var found =
                new ClassFileImporter()
                        .importPackages("onsale").stream()
                                .filter(c -> c.isAnnotatedWith(ConfigurationProperties.class))
                                .map(c -> c.getName())
                                .collect(Collectors.toSet());

        assertThat(Settings.RECORDS.stream().map(Class::getName))
                .containsExactlyInAnyOrderElementsOf(found);
    }

    @Test
    void theCommandLineBeatsAFileWhichBeatsTheDefault(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("my.yaml");
        Files.writeString(file, "onsale:\n  port: 7001\n  management-port: 7002\n");

        Settings settings =
                Settings.load(
                        Map.of(
                                "onsale.port",
                                "7003",
                                "spring.config.additional-location",
                                "file:" + file));

        assertThat(settings.get(ServerSettings.class).port()).isEqualTo(7003);
        assertThat(settings.get(ServerSettings.class).managementPort()).isEqualTo(7002);
        assertThat(source(settings, "onsale.port")).isEqualTo("command line");
        assertThat(source(settings, "onsale.management-port")).contains("my.yaml");
        assertThat(source(settings, "onsale.demo")).isEqualTo("default");
    }

    @Test
    void secretsAreHidden() {
        Settings settings =
                Settings.load(
                        Map.of(
                                "onsale.secret",
                                "hunter2",
                                "onsale.postgres.passwords.user_service",
                                "hunter3",
                                "onsale.redis.url",
                                "redis://:hunter4@host:1",
                                "onsale.passes.keys",
                                "1:hunter5,2:hunter6",
                                "onsale.user.data-keyset",
                                "hunter7"));

        assertThat(settings.effective().toString())
                .contains("******")
                .doesNotContain("hunter2")
                .doesNotContain("hunter3")
                .doesNotContain("hunter4")
                .doesNotContain("hunter5")
                .doesNotContain("hunter6")
                .doesNotContain("hunter7");
    }

    @Test
    void aWrongValueIsRefusedWithItsName() {
        refused("onsale.port", "70000", "onsale.port is 70000 but must be between 0 and 65535.");
        refused("onsale.port", "eighty", "onsale.port");
        refused("onsale.roles", "cook", "There is no role cook");
        refused("onsale.log-format", "loud", "auto, text or json");
    }

    @Test
    void aProviderIsConfiguredCompletelyOrNotAtAll() {
        Map<String, Object> address = Map.of("onsale.portone.api-url", "https://api.portone.io");
        assertThatThrownBy(() -> Settings.load(address).get(PortOneSettings.class))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("also needs onsale.portone.secret");
        assertThatThrownBy(() ->
                        Settings.load(Map.of("onsale.portone.webhook-secrets", "plain"))
                                .get(PortOneSettings.class))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("whsec_");
    }

    @Test
    void aMisspeltSettingIsRefused() {
        assertThatThrownBy(() -> Settings.load(Map.of("onsale.prot", "1")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("There is no setting onsale.prot");
    }

    private static void refused(String name, String value, String sentence) {
        assertThatThrownBy(() -> Settings.load(Map.of(name, value)).get(ServerSettings.class))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining(sentence);
    }

    private static String source(Settings settings, String name) {
        return settings.effective().stream()
                .filter(setting -> setting.name().equals(name))
                .findFirst()
                .orElseThrow()
                .source();
    }
}
