package onsale.platform.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import onsale.platform.StartFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way a directory can be unfit gets one sentence that says what to do. */
class DataDirectoryTest {

    @TempDir Path temporary = Path.of("");

    @Test
    void theSecretIsMadeOnceAndKept() {
        String first;
        try (DataDirectory directory = DataDirectory.open(temporary)) {
            first = directory.secret().value();
        }
        try (DataDirectory directory = DataDirectory.open(temporary)) {
            assertThat(directory.secret().value()).isEqualTo(first).hasSizeGreaterThan(40);
            assertThat(directory.secret()).hasToString("******");
        }
    }

    @Test
    void onlyItsOwnerCanReadTheSecret() throws IOException {
        try (DataDirectory directory = DataDirectory.open(temporary)) {
            directory.secret();
        }
        assertThat(Files.getPosixFilePermissions(temporary.resolve("secret.key")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void aSecretThatOthersCouldReadIsRefused() throws IOException {
        try (DataDirectory directory = DataDirectory.open(temporary)) {
            directory.secret();
            Files.setPosixFilePermissions(
                    temporary.resolve("secret.key"), PosixFilePermissions.fromString("rw-r-----"));

            assertThatThrownBy(directory::secret)
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("Others may have read");
        }
    }

    /** Whoever can write to the unpacked servers can make us run anything. */
    @Test
    void unpackedServersAreTrustedOnlyIfTheyAreOursAlone() throws IOException {
        Path cache = temporary.resolve("cache");
        Path elsewhere = temporary.resolve("elsewhere");
        startRedis(cache);
        Path redis;
        try (var unpacked = Files.list(cache)) {
            redis = unpacked.findFirst().orElseThrow();
        }

        Files.setPosixFilePermissions(redis, PosixFilePermissions.fromString("rwxrwxrwx"));
        refusedServers(cache);
        Files.setPosixFilePermissions(redis, PosixFilePermissions.fromString("rwx------"));
        startRedis(cache);

        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        refusedServers(cache);
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwx------"));

        Files.move(redis, elsewhere);
        Files.createSymbolicLink(redis, elsewhere);
        refusedServers(cache);
    }

    private void refusedServers(Path cache) {
        assertThatThrownBy(() -> startRedis(cache))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("Somebody else may have changed the embedded servers");
    }

    private void startRedis(Path cache) {
        try (DataDirectory directory = DataDirectory.open(temporary.resolve("data"))) {
            var redisOnly = new EmbeddedServers.Wanted(false, 0, true, 0, false, 0, 0);
            EmbeddedServers.start(directory, cache, redisOnly).close();
        }
    }

    @Test
    void twoProcessesCannotHaveIt() {
        try (DataDirectory directory = DataDirectory.open(temporary)) {
            assertThatThrownBy(() -> DataDirectory.open(directory.path()))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("Another Onsale uses");
        }
    }

    @Test
    void aDirectoryOfAnotherVersionIsRefused() throws IOException {
        Files.writeString(temporary.resolve("format"), "onsale-data 99\n");

        assertThatThrownBy(() -> DataDirectory.open(temporary))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("another version (onsale-data 99");
        Files.writeString(temporary.resolve("format"), "onsale-data 1\n");
        DataDirectory.open(temporary).close(); // the refusal kept no lock
    }

    @Test
    void dataOfAnotherPostgresIsRefused() throws IOException {
        Files.createDirectories(temporary.resolve("postgres"));
        Files.writeString(temporary.resolve("postgres/PG_VERSION"), "17\n");

        try (DataDirectory directory = DataDirectory.open(temporary)) {
            var postgresOnly = new EmbeddedServers.Wanted(true, 0, false, 0, false, 0, 0);
            assertThatThrownBy(() -> EmbeddedServers.start(directory, postgresOnly).close())
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("holds data of PostgreSQL 17, this is 18");
        }
    }

    @Test
    void aPlaceThatIsNoDirectoryIsRefused() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "");

        assertThatThrownBy(() -> DataDirectory.open(file.resolve("data")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("Cannot create the data directory");
    }

    @Test
    void aTakenPortIsRefusedBeforeAnythingStarts() throws IOException {
        try (DataDirectory directory = DataDirectory.open(temporary);
                var taken = new java.net.ServerSocket(0)) {
            var wanted =
                    new EmbeddedServers.Wanted(false, 0, true, taken.getLocalPort(), false, 0, 0);
            assertThatThrownBy(() -> EmbeddedServers.start(directory, wanted).close())
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("Port " + taken.getLocalPort() + " for Redis is taken");
        }
    }
}
