package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import onsale.platform.StartFailure;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.portone.PaymentMethod;
import onsale.platform.portone.PortOneChannel;
import onsale.platform.portone.PortOneSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.ConfigurationProperties;

class SettingsTest {

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
    void whateverKafkasClientsUnderstandIsHandedToThem() {
        String login = "org.example.Login required username=\"a\" password=\"hidden\";";
        Settings settings =
                Settings.load(
                        Map.of(
                                "onsale.kafka.bootstrap-servers", "kafka:9093",
                                "onsale.kafka.client.security.protocol", "SASL_SSL",
                                "onsale.kafka.client.sasl.jaas.config", login));

        KafkaSettings kafka = settings.get(KafkaSettings.class);
        assertThat(kafka.clientWith(Map.of("acks", "all")))
                .isEqualTo(
                        Map.of(
                                "bootstrap.servers", "kafka:9093",
                                "security.protocol", "SASL_SSL",
                                "sasl.jaas.config", login,
                                "acks", "all"));
        assertThat(kafka.toString()).doesNotContain("hidden");
        assertThat(settings.effective().toString())
                .contains("security.protocol=******")
                .doesNotContain("hidden");
    }

    @Test
    void aWrongValueIsRefusedWithItsName() {
        refused("onsale.port", "70000", "onsale.port is 70000 but must be between 0 and 65535.");
        refused("onsale.port", "eighty", "onsale.port");
        refused("onsale.roles", "cook", "There is no role cook");
        refused("onsale.log-format", "loud", "auto, text or json");
        refused("onsale.management-host", "here", "onsale.management-host is here but must be an");
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
    void channelsAreReadByNumberAndTheOneChannelStillWorks() {
        PortOneSettings one =
                Settings.load(Map.of("onsale.portone.channel-key", "one"))
                        .get(PortOneSettings.class);
        PortOneSettings several =
                Settings.load(
                                Map.of(
                                        "onsale.portone.channels[0].key",
                                        "kcp",
                                        "onsale.portone.channels[0].methods",
                                        "CARD,EASY_PAY",
                                        "onsale.portone.channels[0].name-ko",
                                        "엔에이치엔",
                                        "onsale.portone.channels[1].key",
                                        "toss"))
                        .get(PortOneSettings.class);

        assertThat(one.offered()).extracting(PortOneChannel::key).containsExactly("one");
        assertThat(several.channelKey()).isEqualTo("kcp");
        assertThat(several.offered().getFirst().methods())
                .containsExactly(PaymentMethod.CARD, PaymentMethod.EASY_PAY);
        assertThat(several.offered().getFirst().nameKo()).isEqualTo("엔에이치엔");
        assertThat(several.offered().getLast().methods()).containsExactly(PaymentMethod.CARD);
        refusedPortOne("onsale.portone.channels[0].methods", "CARD", "needs a key");
    }

    private static void refusedPortOne(String name, String value, String why) {
        assertThatThrownBy(() -> Settings.load(Map.of(name, value)).get(PortOneSettings.class))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining(why);
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
