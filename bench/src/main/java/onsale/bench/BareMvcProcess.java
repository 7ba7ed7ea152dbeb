package onsale.bench;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * The minimum that reading an account costs with Spring MVC: Spring Boot's own Jetty, one handler,
 * the node's statement through a pool of the same size. It verifies no token, has no limits and
 * decrypts nothing: where the node decrypts a column, it answers as many characters.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    JettyServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class
})
class BareMvcProcess {

    record Profile(
            UUID userId, String email, String name, String phone, String role, Instant createdAt) {}

    @RestController
    static class Accounts {

        private final JdbcClient sql;

        Accounts(JdbcClient sql) {
            this.sql = sql;
        }

        @GetMapping("/api/users/me")
        Profile me(@RequestHeader(Requests.USER) UUID userId) {
            return sql.sql(
                            """
                            select id, email, name, phone, role, created_at from users
                            where id = :id and status = 'ACTIVE'
                            """)
                    .param("id", userId)
                    .query((row, n) ->
                            new Profile(
                                    userId,
                                    read(row.getBytes("email"), userId + "@bench.invalid"),
                                    read(row.getBytes("name"), "Bench"),
                                    read(row.getBytes("phone"), "0000000000"),
                                    row.getString("role"),
                                    row.getObject("created_at", OffsetDateTime.class).toInstant()))
                    .single();
        }

        private static String read(byte[] cipher, String plain) {
            if (cipher.length <= plain.length()) {
                throw new IllegalStateException("not the node's accounts");
            }
            return plain;
        }
    }

    @Bean
    HikariDataSource pool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(System.getProperty("bare.url"));
        pool.setUsername(System.getProperty("bare.user"));
        pool.setPassword(System.getProperty("bare.password"));
        pool.setMaximumPoolSize(BenchServers.POOL);
        pool.setConnectionInitSql("set search_path to user_service");
        return pool;
    }

    @Bean
    JdbcClient sql(HikariDataSource pool) {
        return JdbcClient.create(pool);
    }

    /** Arguments: the port, whether to use virtual threads, the database of the accounts. */
    public static void main(String[] args) {
        System.setProperty("bare.url", args[2]);
        System.setProperty("bare.user", args[3]);
        System.setProperty("bare.password", args[4]);
        SpringApplication application = new SpringApplication(BareMvcProcess.class);
        application.setDefaultProperties(
                Map.of(
                        "server.port", args[0],
                        "spring.threads.virtual.enabled", args[1],
                        "spring.main.banner-mode", "off"));
        application.run();
        System.out.println("ready");
    }
}
