package onsale.bench;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import onsale.edge.EdgeModule;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/**
 * The edge alone, with the application's settings of Spring, for the given hot reads and streams.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = ErrorMvcAutoConfiguration.class)
@Import(EdgeModule.class)
class EdgeApplication {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** Settings without limits. */
    static void start(
            int port, Map<String, String> settings, Consumer<GenericApplicationContext> offers) {
        System.setProperty("spring.config.name", "onsale");
        Map<String, Object> all = new HashMap<>(BenchServers.NO_LIMITS);
        all.put("server.port", port);
        // the dependencies of the health check are not here
        all.put("management.endpoint.health.validate-group-membership", false);
        all.putAll(settings);
        SpringApplication application = new SpringApplication(EdgeApplication.class);
        application.setDefaultProperties(all);
        application.addInitializers(context -> offers.accept((GenericApplicationContext) context));
        application.run();
    }
}
