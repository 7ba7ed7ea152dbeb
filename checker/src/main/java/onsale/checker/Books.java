package onsale.checker;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the provider's books: every charge and cancellation. */
final class Books {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration WITHIN = Duration.ofSeconds(30);

    private Books() {}

    static void read(String url, String secret, Tables tables) throws SQLException {
        tables.create("books", "provider_id text, charged bigint, cancelled bigint");
        try (Tables.Rows rows = tables.into("books", 3)) {
            for (JsonNode payment : payments(url, secret)) {
                rows.add(
                        payment.path("paymentId").asString(),
                        payment.path("charged").asLong(),
                        payment.path("cancelled").asLong());
            }
        }
    }

    private static JsonNode payments(String url, String secret) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> answer =
                    http.send(
                            HttpRequest.newBuilder(URI.create(url + "/simulator/books"))
                                    .header("Authorization", "PortOne " + secret)
                                    .timeout(WITHIN)
                                    .build(),
                            HttpResponse.BodyHandlers.ofByteArray());
            JsonNode books = JSON.readTree(answer.body());
            if (answer.statusCode() != 200 || !books.path("payments").isArray()) {
                throw new CannotLook("The provider does not show its books: " + books);
            }
            if (books.path("forgotten").path("payments").asLong() > 0) {
                throw new CannotLook("The provider has forgotten payments: give it more memory.");
            }
            return books.path("payments");
        } catch (IOException | JacksonException e) {
            throw new CannotLook("The provider does not show its books: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotLook("Interrupted.", e);
        }
    }
}
