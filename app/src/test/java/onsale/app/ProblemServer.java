package onsale.app;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import onsale.edge.EdgeModule;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The edge with the real settings on a real server, and a controller that does everything wrong.
 */
final class ProblemServer implements AutoCloseable {

    static final ProblemCode TAKEN = new ProblemCode("test.seats_taken", 409, "Seats are taken");

    private final ConfigurableApplicationContext context;

    private ProblemServer(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static ProblemServer start() {
        SpringApplication application = new SpringApplication(Config.class);
        application.setRegisterShutdownHook(false);
        Map<String, Object> settings = new HashMap<>();
        settings.put("spring.config.name", "onsale");
        settings.put("server.port", 0); // tests run side by side
        settings.put("onsale.port", 0);
        settings.put("onsale.management-port", -1);
        settings.put("onsale.front.body-max", "10KB");
        settings.put("onsale.limits.address-per-second", 100_000);
        settings.put("management.endpoint.health.validate-group-membership", false);
        application.setDefaultProperties(settings);
        return new ProblemServer(application.run("--spring.config.name=onsale"));
    }

    int port() {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    /** How many problems were not declared by their handlers. */
    double undeclared() {
        return context.getBean(MeterRegistry.class)
                .get("onsale.problems.undeclared")
                .counter()
                .count();
    }

    /** What {@code /test/run/name} does. */
    void on(String name, Runnable work) {
        context.getBean(Wrong.class).work.put(name, work);
    }

    @Override
    public void close() {
        context.close();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = ErrorMvcAutoConfiguration.class)
    @Import({EdgeModule.class, Wrong.class})
    static class Config {

        @Bean
        Clock clock() {
            return Clock.systemUTC();
        }

        @Bean
        Filter wrongFilter() {
            return (request, response, chain) -> {
                String path = ((HttpServletRequest) request).getRequestURI();
                switch (path) {
                    case "/filter/throws" -> throw new IllegalStateException("secret internals");
                    case "/filter/problem" -> throw new ProblemException(TAKEN, "Choose others.");
                    case "/filter/teapot" -> ((HttpServletResponse) response).sendError(418, "tea");
                    case "/filter/forbidden" -> ((HttpServletResponse) response).sendError(403);
                    default -> chain.doFilter(request, response);
                }
            };
        }
    }

    record Order(@NotBlank String name, @Min(1) int count, List<UUID> ids) {}

    record Times(Instant instant, OffsetDateTime offset) {}

    record Page(int page, int size) {}

    @RestController
    @RequestMapping("/test")
    static class Wrong {

        final Map<String, Runnable> work = new ConcurrentHashMap<>();

        @PostMapping("/orders")
        Order order(@Valid @RequestBody Order order) {
            return order;
        }

        @PostMapping("/times")
        Times times(@RequestBody Times times) {
            return times;
        }

        @GetMapping("/size")
        int size(@RequestParam("size") @Max(100) int size) {
            return size;
        }

        @GetMapping("/page")
        int page(Page page) {
            return page.size();
        }

        @GetMapping("/token")
        String token(@RequestHeader("X-Queue-Token") String token) {
            return token;
        }

        @GetMapping("/things/{id}")
        UUID thing(@PathVariable("id") UUID id) {
            return id;
        }

        @GetMapping(value = "/json", produces = MediaType.APPLICATION_JSON_VALUE)
        String json() {
            return "{}";
        }

        @GetMapping("/taken")
        ResponseEntity<byte[]> taken() {
            return Problem.of(TAKEN, "Choose others.")
                    .with("seatIds", List.of("a", "b"))
                    .response();
        }

        @GetMapping("/declared")
        @ProblemCodes("test.seats_taken")
        String declared() {
            throw new ProblemException(TAKEN, "Choose others.");
        }

        @GetMapping("/run/{name}")
        String run(@PathVariable("name") String name) {
            work.getOrDefault(name, () -> {}).run();
            return "done";
        }
    }
}
