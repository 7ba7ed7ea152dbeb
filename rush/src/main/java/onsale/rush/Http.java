package onsale.rush;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One event-driven client for the whole crowd. A fan waits on a virtual thread; connections are
 * shared and bounded, and waiting for one is part of what the fan waits.
 */
final class Http implements AutoCloseable {

    static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);

    private static final int LOOPS = 2;
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(3);
    private static final int BODY_BYTES_MAX = 32 << 20;

    private final Vertx vertx;
    private final HttpClient client;

    Http(int connectionsMax) {
        vertx =
                Vertx.vertx(
                        new VertxOptions()
                                .setEventLoopPoolSize(LOOPS)
                                .setWorkerPoolSize(1)
                                .setInternalBlockingPoolSize(2));
        client =
                vertx.httpClientBuilder()
                        .with(
                                new HttpClientOptions()
                                        .setKeepAlive(true)
                                        .setKeepAliveTimeout(30)
                                        .setConnectTimeout((int) CONNECT_WITHIN.toMillis())
                                        .setTcpNoDelay(true)
                                        .setDecompressionSupported(true))
                        .with(
                                new PoolOptions()
                                        .setHttp1MaxSize(connectionsMax)
                                        .setMaxWaitQueueSize(-1))
                        // a request that is cut off says so itself
                        .withConnectHandler(connection -> connection.exceptionHandler(_ -> {}))
                        .build();
    }

    /** Waits for it; call from a virtual thread. */
    Answer send(
            String method,
            URI target,
            Map<String, String> headers,
            @Nullable String body,
            Duration within) {
        boolean[] sent = new boolean[1];
        CompletableFuture<Answer> answer =
                start(method, target, headers, body, within, sent)
                        .toCompletionStage()
                        .toCompletableFuture();
        try {
            return answer.get(within.toMillis() + 1_000, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            boolean refused = e.getCause() instanceof ConnectException;
            return Answer.none(sent[0] && !refused);
        } catch (TimeoutException e) {
            return Answer.none(true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.none(true);
        }
    }

    private Future<Answer> start(
            String method,
            URI target,
            Map<String, String> headers,
            @Nullable String body,
            Duration within,
            boolean[] sent) {
        RequestOptions options =
                new RequestOptions()
                        .setMethod(HttpMethod.valueOf(method))
                        .setHost(target.getHost())
                        .setPort(target.getPort() < 0 ? 80 : target.getPort())
                        .setURI(
                                target.getRawPath()
                                        + (target.getRawQuery() == null
                                                ? ""
                                                : "?" + target.getRawQuery()))
                        .setTimeout(within.toMillis());
        headers.forEach(options::putHeader);
        if (body != null) {
            options.putHeader("Content-Type", "application/json");
        }
        return client.request(options)
                .compose(request -> {
                    sent[0] = true;
                    // read is asked for here, on the loop: asked for from the fan's thread it may
                    // come after a quick answer has gone by, and wait for ever
                    return (body == null ? request.send() : request.send(Buffer.buffer(body)))
                            .compose(Http::read);
                });
    }

    private static Future<Answer> read(HttpClientResponse response) {
        return response.body()
                .map(body -> {
                    if (body.length() > BODY_BYTES_MAX) {
                        throw new IllegalStateException("an answer of " + body.length());
                    }
                    return new Answer(
                            response.statusCode(),
                            body.getBytes(),
                            retryAfter(response.getHeader("Retry-After")),
                            true);
                });
    }

    private static Duration retryAfter(@Nullable String header) {
        return header != null && header.matches("[0-9]{1,4}")
                ? Duration.ofSeconds(Integer.parseInt(header))
                : Duration.ZERO;
    }

    @Override
    public void close() {
        try {
            client.close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
            vertx.close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // the process ends anyway
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
