package onsale.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import onsale.edge.EdgeSettings;
import onsale.edge.door.Door;
import onsale.edge.door.DoorSettings;
import onsale.edge.limit.HotLimits;
import onsale.edge.token.AccessTokens;
import onsale.platform.StartFailure;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.door.EventStream;
import onsale.platform.door.HotCall;
import onsale.platform.door.HotRead;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.Ports;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;
import onsale.user.DemoAccounts;
import onsale.user.DemoAccounts.Demo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.web.context.support.StandardServletEnvironment;

/**
 * One process from start to stop: embedded servers first, then the application, then the door, and
 * in the opposite order at the end – whoever is used goes last. A stop asked for half-way through
 * the start works the same.
 */
final class OnsaleProcess {

    private static final int PUBLIC_PORT = 8080;
    private static final int PUBLIC_PORTS_TRIED = 100;
    private static final String WEBHOOKS_PATH = "/api/payments/webhooks/portone";

    private final Map<String, Object> properties;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable PortOneSimulator simulator;
    private boolean stopping;

    OnsaleProcess(Map<String, Object> commandLine) {
        this.properties = new HashMap<>(commandLine);
    }

    void run() {
        Settings settings = Settings.load(properties);
        ServerSettings server = settings.get(ServerSettings.class);
        DoorSettings door = settings.get(DoorSettings.class);
        properties.put("logging.structured.format.console", server.jsonLogs() ? "ecs" : "");
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
        try {
            publicPort(
                    server.port()); // a port that was asked for is refused before anything starts
            int innerPort = Ports.free();
            properties.put("server.port", innerPort);
            properties.put(
                    "onsale.management-port",
                    server.managementPort() == 0 ? Ports.free() : server.managementPort());
            boolean ownDatabase = startServers(settings, server);
            ConfigurableApplicationContext context = startApplication(server);
            Optional<Demo> demo =
                    ownDatabase && server.demo() ? demoAccounts(context) : Optional.empty();
            openDoor(context, door, server, innerPort);
            announce(context, demo);
        } catch (RuntimeException e) {
            stop();
            throw StartFailures.explain(e);
        }
        awaitStop();
    }

    /** Whether PostgreSQL is one of them. */
    private boolean startServers(Settings settings, ServerSettings server) {
        PostgresSettings postgres = settings.get(PostgresSettings.class);
        RedisSettings redis = settings.get(RedisSettings.class);
        KafkaSettings kafka = settings.get(KafkaSettings.class);
        if (!postgres.url().isEmpty()) {
            properties.put("onsale.demo", "false"); // whoever runs that database wants none
        }
        var wanted =
                new EmbeddedServers.Wanted(
                        postgres.url().isEmpty(),
                        postgres.port(),
                        redis.url().isEmpty(),
                        redis.port(),
                        kafka.bootstrapServers().isEmpty(),
                        kafka.port(),
                        0);
        if (!wanted.any()) {
            return false;
        }
        DataDirectory directory = open(DataDirectory.open(server.dataDir()));
        EmbeddedServers servers = open(EmbeddedServers.start(directory, wanted));
        Secret secret = server.secret().isEmpty() ? directory.secret() : server.secret();
        properties.putAll(EmbeddedSettings.of(servers, secret));
        PortOneSettings portOne = settings.get(PortOneSettings.class);
        if (wanted.postgres() && !portOne.isConfigured()) {
            startSimulator(directory, secret, portOne.port());
        }
        // For commands that look at this process's servers, such as "rush check".
        directory.write("addresses.properties", EmbeddedSettings.text(properties));
        return wanted.postgres();
    }

    /** Only beside an embedded database: who brings their own is not paid with play money. */
    private void startSimulator(DataDirectory directory, Secret secret, int port) {
        Options options =
                EmbeddedSettings.simulator(secret)
                        .withPort(port == 0 ? Ports.free() : port)
                        .withDirectory(directory.path().resolve("portone"));
        simulator = open(PortOneSimulator.start(options));
        properties.putAll(EmbeddedSettings.of(simulator, options));
    }

    private ConfigurableApplicationContext startApplication(ServerSettings server) {
        Settings effective = Settings.load(properties);
        Set<Role> roles = Role.parse(server.roles());
        Secret secret = effective.get(ServerSettings.class).secret();
        new Databases(effective.get(PostgresSettings.class), secret)
                .bootstrap(roles.stream().map(Role::schema).toList());

        List<Class<?>> sources = new ArrayList<>();
        sources.add(OnsaleApplication.class);
        roles.forEach(role -> sources.add(role.module()));
        SpringApplication application = new SpringApplication(sources.toArray(Class<?>[]::new));
        application.setRegisterShutdownHook(false); // ours closes everything in order
        application.setAddCommandLineProperties(false);
        var environment = new StandardServletEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(Settings.COMMAND_LINE, properties));
        application.setEnvironment(environment);
        ConfigurableApplicationContext context = application.run();
        return open(context);
    }

    /**
     * Last to open and first to close: nobody comes in while anything behind it is missing. Between
     * our look at the port and now another process may have taken it; unless it was asked for, the
     * next free one does as well.
     */
    private void openDoor(
            ConfigurableApplicationContext context,
            DoorSettings settings,
            ServerSettings server,
            int innerPort) {
        int port = publicPort(server.port());
        while (true) {
            try {
                open(
                        Door.start(
                                settings,
                                port,
                                innerPort,
                                new Door.Offers(
                                        all(context, HotRead.class),
                                        all(context, EventStream.class),
                                        all(context, HotCall.class),
                                        context.getBean(AccessTokens.class)::known,
                                        Set.copyOf(
                                                context.getBean(EdgeSettings.class).corsOrigins())),
                                context.getBean(HotLimits.class),
                                context.getBean(MeterRegistry.class),
                                server.shutdownWithin()));
                properties.put("onsale.port", port);
                if (simulator != null) {
                    simulator.sendWebhooksTo(
                            URI.create("http://127.0.0.1:" + port + WEBHOOKS_PATH));
                }
                return;
            } catch (StartFailure e) {
                if (server.port() != 0 || Ports.isFree(port)) {
                    throw e;
                }
                port = publicPort(0);
            }
        }
    }

    private static <T> List<T> all(ConfigurableApplicationContext context, Class<T> type) {
        return context.getBeanProvider(type).orderedStream().toList();
    }

    private void announce(ConfigurableApplicationContext context, Optional<Demo> demo) {
        Readiness readiness = context.getBean(Readiness.class);
        readiness.await();
        Logger log = LoggerFactory.getLogger("onsale");
        log.info(
                "Onsale is ready at http://localhost:{} (health and metrics: http://localhost:{}/actuator)",
                properties.get("onsale.port"),
                properties.get("onsale.management-port"));
        if (simulator != null) {
            log.info("Payments are play money: the provider is simulated at {}", simulator.url());
        }
        demo.ifPresent(accounts ->
                log.info(
                        "Demo accounts: {}, password {} (--no-demo leaves them out)",
                        String.join(", ", accounts.emails()),
                        accounts.password()));
    }

    /** Only for a database of our own: nothing of it may ever exist in a real one. */
    private Optional<Demo> demoAccounts(ConfigurableApplicationContext context) {
        Secret secret = new Secret(String.valueOf(properties.get("onsale.secret")));
        return context.getBeanProvider(DemoAccounts.class).stream()
                .findFirst()
                .flatMap(accounts -> accounts.offer(secret));
    }

    /** Registers what {@link #stop} closes, or closes it at once if the stop came first. */
    private synchronized <T extends AutoCloseable> T open(T resource) {
        if (stopping) {
            close(resource);
            throw new StartFailure("Stopped during the start.");
        }
        opened.push(resource);
        return resource;
    }

    private void stop() {
        List<AutoCloseable> toClose;
        synchronized (this) {
            stopping = true;
            toClose = List.copyOf(opened);
            opened.clear();
        }
        toClose.forEach(OnsaleProcess::close);
        stopped.countDown();
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            LoggerFactory.getLogger(OnsaleProcess.class).warn("Closing failed", e);
        }
    }

    private void awaitStop() {
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int publicPort(int asked) {
        if (asked != 0) {
            if (!Ports.isFree(asked)) {
                throw new StartFailure(
                        "Port %d is taken: stop what listens there or give another with --port."
                                .formatted(asked));
            }
            return asked;
        }
        for (int port = PUBLIC_PORT; port < PUBLIC_PORT + PUBLIC_PORTS_TRIED; port++) {
            if (Ports.isFree(port)) {
                return port;
            }
        }
        return Ports.free();
    }
}
