package onsale.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import onsale.platform.StartFailure;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.OwnFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the embedded servers alone, for several processes or test runs to share. */
@Command(
        name = "servers",
        description =
                "Starts only the embedded servers and writes their addresses to a settings file.",
        mixinStandardHelpOptions = true)
final class ServersCommand implements Runnable {

    @Option(
            names = "--data-dir",
            description = "Where the servers keep their data; default ./data.")
    Path dataDir = Path.of("data");

    @Option(
            names = "--describe",
            required = true,
            paramLabel = "FILE",
            description = "Written when all answer; give it to others with --config.")
    Path describe = Path.of("servers.properties");

    @Option(
            names = "--while",
            paramLabel = "PID",
            description = "Stop when this process ends, however it ends.")
    @Nullable Long whilePid;

    @Override
    public void run() {
        CountDownLatch stopped = new CountDownLatch(1);
        DataDirectory directory = DataDirectory.open(dataDir);
        EmbeddedServers servers = EmbeddedServers.start(directory, EmbeddedServers.Wanted.ALL);
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    servers.close();
                                    directory.close();
                                    stopped.countDown();
                                },
                                "stop"));
        servers.supervise(Main::giveUp);
        write(EmbeddedSettings.of(servers, directory.secret()));
        await(stopped);
    }

    private void await(CountDownLatch stopped) {
        if (whilePid != null) {
            ProcessHandle.of(whilePid).ifPresent(process -> process.onExit().join());
            return; // the end of this process stops the servers
        }
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(Map<String, Object> properties) {
        try {
            OwnFiles.write(describe, EmbeddedSettings.text(properties));
        } catch (IOException e) {
            throw new StartFailure("Cannot write " + describe + ": " + e.getMessage(), e);
        }
    }
}
