package onsale.user.social;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;

/** HTTP to a provider, bounded in time and in bytes. It follows no redirects. */
final class BoundedHttp implements AutoCloseable {

    static final int BYTES_MAX = 64 << 10;

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);

    private final HttpClient http =
            HttpClient.newBuilder()
                    .connectTimeout(CONNECT_WITHIN)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
    private final JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(http);

    BoundedHttp(Duration within) {
        factory.setReadTimeout(within);
    }

    JdkClientHttpRequestFactory factory() {
        return factory;
    }

    ClientHttpRequestInterceptor interceptor() {
        return BoundedHttp::read;
    }

    private static ClientHttpResponse read(
            HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        ClientHttpResponse response = execution.execute(request, body);
        byte[] bytes;
        try {
            bytes = response.getBody().readNBytes(BYTES_MAX + 1);
        } catch (IOException e) {
            response.close();
            throw e;
        }
        if (bytes.length > BYTES_MAX) {
            response.close();
            throw new IOException("the provider's answer is too long");
        }
        return new Whole(response, bytes);
    }

    /** A response whose body has been read. */
    private record Whole(ClientHttpResponse response, byte[] bytes) implements ClientHttpResponse {

        @Override
        public HttpStatusCode getStatusCode() throws IOException {
            return response.getStatusCode();
        }

        @Override
        public String getStatusText() throws IOException {
            return response.getStatusText();
        }

        @Override
        public HttpHeaders getHeaders() {
            return response.getHeaders();
        }

        @Override
        public InputStream getBody() {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public void close() {
            response.close();
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
