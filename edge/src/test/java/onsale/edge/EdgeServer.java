package onsale.edge;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import onsale.edge.front.FrontServer;
import onsale.platform.access.CurrentUser;
import onsale.platform.redis.Redis;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The edge on a real server, with a controller for each kind of call, and a client for it. */
final class EdgeServer implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final HttpClient http = HttpClient.newHttpClient();

    private EdgeServer(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static EdgeServer start(@Nullable Redis redis, Map<String, Object> more) {
        SpringApplication application = new SpringApplication(Config.class);
        application.setRegisterShutdownHook(false);
        Map<String, Object> settings = new HashMap<>();
        settings.put("server.port", 0);
        settings.put("spring.main.banner-mode", "off");
        settings.put("onsale.management-port", 0);
        settings.put("onsale.front.trusted-proxies", "127.0.0.1");
        settings.put("spring.web.resources.add-mappings", false);
        settings.put("onsale.limits.address-per-second", 100_000);
        settings.putAll(more);
        application.setDefaultProperties(settings);
        if (redis != null) {
            application.addInitializers(context ->
                    ((GenericApplicationContext) context)
                            .registerBean(
                                    Redis.class,
                                    () -> redis,
                                    bean -> bean.setDestroyMethodName("")));
        }
        return new EdgeServer(application.run());
    }

    int port() {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    /** Of health, metrics and other processes. */
    int managementPort() {
        return ((WebServerApplicationContext) context).getWebServer() instanceof FrontServer front
                ? front.managementPort()
                : -1;
    }

    HttpResponse<String> inside(String path, String... headers) {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort() + path));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    Calls calls() {
        return context.getBean(Calls.class);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
    }

    HttpResponse<String> get(String path, String... headers) {
        HttpRequest.Builder request = request(path);
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    HttpResponse<String> post(String path, String... headers) {
        HttpRequest.Builder request = request(path).POST(BodyPublishers.noBody());
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, BodyHandlers.ofString());
    }

    <T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> body) {
        return send(http, request, body);
    }

    static <T> HttpResponse<T> send(
            HttpClient client, HttpRequest.Builder request, BodyHandler<T> body) {
        try {
            return client.send(request.build(), body);
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        context.close();
        http.close();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = ErrorMvcAutoConfiguration.class)
    @Import({EdgeModule.class, Calls.class})
    static class Config {

        @Bean
        Clock clock() {
            return Clock.systemUTC();
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    /** What a handler needs time for. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    record Seat(String id, String row, int number) {}

    @RestController
    static class Calls {

        final Map<String, Work> work = new ConcurrentHashMap<>();

        @GetMapping("/api/events")
        List<Seat> events() {
            return List.of(new Seat("a", "A", 1));
        }

        @GetMapping("/api/events/large")
        List<Seat> large() {
            return Collections.nCopies(100, new Seat("a", "A", 1));
        }

        @GetMapping("/api/events/packed")
        ResponseEntity<byte[]> packed() {
            return ResponseEntity.ok()
                    .contentType(MediaType.APPLICATION_JSON)
                    .header("Content-Encoding", "br")
                    .body("x".repeat(5_000).getBytes(StandardCharsets.UTF_8));
        }

        @GetMapping("/api/events/layout")
        ResponseEntity<Seat> layout() {
            return ResponseEntity.ok()
                    .cacheControl(CacheControl.maxAge(Duration.ofDays(1)))
                    .body(new Seat("a", "A", 1));
        }

        @GetMapping("/api/events/viewer")
        String viewer(Optional<CurrentUser> user) {
            return user.map(known -> known.userId().toString()).orElse("nobody");
        }

        @GetMapping("/api/events/address")
        String address(HttpServletRequest request) {
            return request.getRemoteAddr();
        }

        @GetMapping("/api/users/me")
        String me(CurrentUser user) {
            return user.userId().toString();
        }

        @GetMapping("/api/queue/status")
        String status() {
            return "status";
        }

        @PostMapping("/api/reservations/hold")
        String hold() {
            return "hold";
        }

        @PostMapping("/api/payments")
        String pay() {
            return "pay";
        }

        @PostMapping("/api/auth/login")
        String login() {
            return "login";
        }

        @PostMapping("/api/auth/refresh")
        String refresh(@RequestBody String token) {
            return "refresh " + token;
        }

        @GetMapping("/api/admin/audit")
        String audit() {
            return "audit";
        }

        @PostMapping("/api/admin/halls")
        String hall(@RequestBody String layout) {
            return "hall of " + layout.length();
        }

        /** It has no line in the table. */
        @GetMapping("/api/forgotten")
        String forgotten() {
            return "forgotten";
        }

        @GetMapping("/internal/users/{id}")
        String internal(@PathVariable("id") String id) {
            return "internal " + id;
        }

        @GetMapping("/api/schedules/{name}")
        String run(@PathVariable("name") String name) throws Exception {
            work.getOrDefault(name, () -> {}).run();
            return "done";
        }
    }
}
