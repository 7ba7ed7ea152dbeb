package onsale.bench;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * The textbook design of a waiting room: Spring MVC on Spring Boot's own Jetty; each poll asks
 * Redis for the fan and the rank, over one shared Lettuce connection.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    JettyServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class
})
class TextbookQueueProcess {

    private static final int WAITING = 50_000;
    private static final String LINE = "textbook:waiting";

    record View(
            String state,
            long number,
            long position,
            long ahead,
            long behind,
            long etaSeconds,
            long pollAfterMillis) {}

    @RestController
    static class Waiting {

        private final RedisCommands<String, String> redis;

        Waiting(RedisCommands<String, String> redis) {
            this.redis = redis;
        }

        @GetMapping("/api/queue/status")
        View status(@RequestHeader("X-Queue-Receipt") String receipt) {
            @Nullable String user = redis.get("textbook:token:" + receipt);
            @Nullable Long rank = user == null ? null : redis.zrank(LINE, user);
            if (rank == null) {
                throw new IllegalStateException("nobody");
            }
            return new View(
                    "WAITING",
                    1_099_511_652_776L,
                    rank + 1,
                    rank,
                    WAITING - rank - 1,
                    rank / 10,
                    Math.clamp(rank / 10 * 100, 2_000, 15_000));
        }
    }

    @Bean
    RedisCommands<String, String> redis() {
        RedisCommands<String, String> redis =
                RedisClient.create(System.getProperty("textbook.redis")).connect().sync();
        for (int i = 0; i < WAITING; i++) {
            redis.zadd(LINE, i, "user-" + i);
        }
        redis.set("textbook:token:qc_textbook", "user-" + WAITING / 2);
        return redis;
    }

    public static void main(String[] args) {
        System.setProperty("textbook.redis", args[1]);
        SpringApplication application = new SpringApplication(TextbookQueueProcess.class);
        application.setDefaultProperties(
                Map.of("server.port", args[0], "spring.main.banner-mode", "off"));
        application.run();
        System.out.println("ready");
    }
}
