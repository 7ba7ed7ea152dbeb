package onsale.app;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.IdGenerator;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import onsale.platform.trace.Tracing;
import org.jspecify.annotations.Nullable;

/**
 * Sends the spans of this process to a collector. Everything is bounded: spans that are not sent
 * fast enough are dropped, and a collector that is away costs nobody anything.
 */
final class Traces implements AutoCloseable {

    private static final int QUEUE_MAX = 4_096;
    private static final int BATCH_MAX = 512;
    private static final Duration SEND_EVERY = Duration.ofSeconds(2);
    private static final Duration SEND_WITHIN = Duration.ofSeconds(5);
    private static final int ATTRIBUTE_CHARS_MAX = 1_000;

    private final @Nullable SdkTracerProvider provider;

    Traces(TracingSettings settings) {
        if (settings.endpoint().isEmpty() || settings.perTenThousand() == 0) {
            provider = null;
            return;
        }
        // By the trace's id alone, so that all nodes decide alike, and no caller decides for them.
        Sampler share =
                Sampler.traceIdRatioBased(settings.perTenThousand() / (double) TracingSettings.ALL);
        SdkTracerProvider traces =
                SdkTracerProvider.builder()
                        .setResource(
                                Resource.create(
                                        Attributes.builder()
                                                .put("service.name", "onsale")
                                                .put(
                                                        "service.instance.id",
                                                        UUID.randomUUID().toString())
                                                .build()))
                        .setIdGenerator(new GivenIds())
                        .setSampler(
                                Sampler.parentBasedBuilder(share)
                                        .setRemoteParentSampled(share)
                                        .setRemoteParentNotSampled(share)
                                        .build())
                        .setSpanLimits(
                                SpanLimits.builder()
                                        .setMaxAttributeValueLength(ATTRIBUTE_CHARS_MAX)
                                        .build())
                        .addSpanProcessor(
                                BatchSpanProcessor.builder(
                                                OtlpHttpSpanExporter.builder()
                                                        .setEndpoint(settings.endpoint())
                                                        .setTimeout(SEND_WITHIN)
                                                        .build())
                                        .setMaxQueueSize(QUEUE_MAX)
                                        .setMaxExportBatchSize(BATCH_MAX)
                                        .setScheduleDelay(SEND_EVERY)
                                        .build())
                        .build();
        provider = traces;
        Tracing.use(traces.get("onsale"));
    }

    /** A trace that begins with a request has the id of the request. */
    private static final class GivenIds implements IdGenerator {

        private final IdGenerator random = IdGenerator.random();

        @Override
        public String generateSpanId() {
            return random.generateSpanId();
        }

        @Override
        public String generateTraceId() {
            @Nullable String given = Tracing.firstId();
            return given == null ? random.generateTraceId() : given;
        }
    }

    @Override
    public void close() {
        if (provider != null) {
            Tracing.use(null);
            provider.shutdown().join(SEND_WITHIN.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
