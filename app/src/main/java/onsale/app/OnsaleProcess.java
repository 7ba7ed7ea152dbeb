package onsale.app;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import onsale.edge.front.FrontServer;
import onsale.edge.front.access.WarmUpKey;
import onsale.edge.front.connection.TlsSettings;
import onsale.notification.MailSettings;
import onsale.platform.DemoData;
import onsale.platform.StartFailure;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.Ports;
import onsale.platform.internal.InternalSettings;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.platform.warmup.WarmUp;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;
import onsale.user.demo.DemoAccounts;
import onsale.user.demo.DemoAccounts.Demo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.web.context.support.StandardServletEnvironment;

/**
 * One process from start to stop: embedded servers first, then the application with its front, and
 * in the opposite order at the end – whoever is used goes last. A stop asked for half-way through
 * the start works the same.
 */
final class OnsaleProcess {

    private static final int PUBLIC_PORT = 8080;
    private static final int PUBLIC_PORTS_TRIED = 100;
    private static final Duration DEMO_WITHIN = Duration.ofMinutes(1);
    private static final String WEBHOOKS_PATH = "/api/payments/webhooks/portone";

    private final Map<String, Object> properties;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable PortOneSimulator simulator;
    private @Nullable Readiness readiness;
    private boolean stopping;

    OnsaleProcess(Map<String, Object> commandLine) {
        this.properties = new HashMap<>(commandLine);
    }

    void run() {
        Settings settings = Settings.load(properties);
        ServerSettings server = settings.get(ServerSettings.class);
        properties.put("logging.structured.format.console", server.jsonLogs() ? "ecs" : "");
        properties.put(
                "management.endpoint.health.show-details",
                server.healthDetails() ? "always" : "never");
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
        try {
            publicPort(server.port()); // one that was asked for is refused before anything starts
            boolean isDemo = settings.get(PostgresSettings.class).url().isEmpty() && server.demo();
            if (!isDemo) {
                Production.check(settings);
            }
            startServers(settings, server, isDemo);
            ConfigurableApplicationContext context = startApplication(server);
            Optional<Demo> demo = demoAccounts(context, isDemo);
            FrontServer front = front(context);
            if (simulator != null) {
                simulator.sendWebhooksTo(
                        URI.create("http://127.0.0.1:" + front.getPort() + WEBHOOKS_PATH));
            }
            Readiness node = context.getBean(Readiness.class);
            node.awaitPostgres();
            warmUp(context, front, server.warmUp());
            context.getBean(DemoData.class).await(DEMO_WITHIN);
            started(node);
            announce(context, server, front, demo);
            demo.ifPresent(accounts -> buyDemoSeats(context, front, accounts));
        } catch (RuntimeException e) {
            stop();
            throw StartFailures.explain(e);
        }
        awaitStop();
    }

    private void startServers(Settings settings, ServerSettings server, boolean isDemo) {
        PostgresSettings postgres = settings.get(PostgresSettings.class);
        RedisSettings redis = settings.get(RedisSettings.class);
        KafkaSettings kafka = settings.get(KafkaSettings.class);
        PortOneSettings portOne = settings.get(PortOneSettings.class);
        properties.put("onsale.demo", "" + isDemo); // none in a database that somebody else runs
        if (isDemo && settings.get(MailSettings.class).host().isEmpty()) {
            properties.put("onsale.mail.mailbox", "true"); // a newcomer has no mail server
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
        boolean simulated = !portOne.isConfigured() && (isDemo || server.playMoney());
        if (!wanted.any() && !simulated) {
            return;
        }
        DataDirectory directory = open(DataDirectory.open(server.dataDir()));
        Secret secret = server.secret().isEmpty() ? directory.secret() : server.secret();
        if (wanted.any()) {
            EmbeddedServers servers = open(EmbeddedServers.start(directory, wanted));
            servers.supervise(Main::giveUp);
            properties.putAll(EmbeddedSettings.of(servers, secret));
        }
        if (simulated) {
            startSimulator(directory, secret, portOne.port());
        }
        // For commands that look at this process's servers, such as "rush check".
        directory.write(EmbeddedSettings.FILE, EmbeddedSettings.text(properties));
    }

    /** For a demo, or where somebody asked for it: nobody else is paid with play money. */
    private void startSimulator(DataDirectory directory, Secret secret, int port) {
        Options options =
                EmbeddedSettings.simulator(secret)
                        .withPort(port == 0 ? Ports.free() : port)
                        .withDirectory(directory.path().resolve("portone"));
        simulator = open(PortOneSimulator.start(options));
        properties.putAll(EmbeddedSettings.of(simulator, options));
    }

    private ConfigurableApplicationContext startApplication(ServerSettings server) {
        properties.put("server.port", publicPort(server.port()));
        properties.put("onsale.management-host", server.managementHost());
        properties.put("onsale.management-port", server.managementPort());
        properties.put(FrontServer.PORT_FIXED, server.port() != 0);
        Settings effective = Settings.load(properties);
        properties.putAll(effective.get(TlsSettings.class).bundle());
        Set<Role> roles = Role.parse(server.roles());
        Secret secret = effective.get(ServerSettings.class).secret();
        if (effective.get(InternalSettings.class).serviceKeys().isEmpty() && !secret.isEmpty()) {
            properties.put(
                    "onsale.internal.service-keys",
                    secret.derive(InternalSettings.DERIVED_KEY).value());
        }
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

    private static void warmUp(
            ConfigurableApplicationContext context, FrontServer front, Duration atMost) {
        new NodeWarmUp(
                        context.getBeanProvider(WarmUp.class).orderedStream().toList(),
                        context.getBean(WarmUpKey.class),
                        front.getPort(),
                        context.getBean(TlsSettings.class).isOn())
                .run(atMost);
    }

    /** Requests may come from now on, unless a stop came first. */
    private synchronized void started(Readiness node) {
        if (stopping) {
            throw new StartFailure("Stopped during the start.");
        }
        node.started();
        readiness = node;
    }

    private void announce(
            ConfigurableApplicationContext context,
            ServerSettings server,
            FrontServer front,
            Optional<Demo> demo) {
        Logger log = LoggerFactory.getLogger("onsale");
        log.info(
                "Onsale is ready at {}://localhost:{} (health and metrics: http://{}:{}/actuator)",
                context.getBean(TlsSettings.class).isOn() ? "https" : "http",
                front.getPort(),
                server.managementName(),
                front.managementPort());
        if (simulator != null) {
            log.info("Payments are play money: the provider is simulated at {}", simulator.url());
        }
        demo.ifPresent(accounts ->
                log.info(
                        "Demo accounts: {}, password {} (--no-demo leaves them out)",
                        String.join(", ", accounts.emails()),
                        accounts.password()));
    }

    /** So that one show is sold out, by people who have tickets. Nobody waits for it. */
    private void buyDemoSeats(
            ConfigurableApplicationContext context, FrontServer front, Demo accounts) {
        if (simulator != null && !context.getBean(TlsSettings.class).isOn()) {
            DemoFans fans = open(new DemoFans("http://localhost:" + front.getPort(), accounts));
            fans.start();
        }
    }

    private static FrontServer front(ConfigurableApplicationContext context) {
        if (context instanceof WebServerApplicationContext web
                && web.getWebServer() instanceof FrontServer front) {
            return front;
        }
        throw new IllegalStateException("no process is without the front");
    }

    /** Only for a database of our own; where they are left over from a demo they are locked. */
    private Optional<Demo> demoAccounts(ConfigurableApplicationContext context, boolean isDemo) {
        Secret secret = new Secret(String.valueOf(properties.get("onsale.secret")));
        Optional<DemoAccounts> accounts =
                context.getBeanProvider(DemoAccounts.class).stream().findFirst();
        if (isDemo) {
            return accounts.flatMap(them -> them.offer(secret));
        }
        accounts.ifPresent(DemoAccounts::lock);
        return Optional.empty();
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
            if (readiness != null) {
                readiness.stopping(); // told to balancers while requests under way are finished
            }
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
