package onsale.edge.front.connection;

import java.time.Duration;
import java.util.List;
import onsale.edge.front.request.TrustedProxies;
import onsale.edge.front.response.Cors;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The public listener and its bounds.
 *
 * @param host the address it listens on
 * @param selectors threads that read requests and answer from memory; 0 means one per core
 * @param connectionsMax open connections; beyond it a new one is closed at once; 0 means 50,000, or
 *     fewer if the process has too few file descriptors
 * @param connectionsPerAddressMax the same for one address, unless it is a trusted proxy
 * @param streamsMax open event streams; beyond it 503
 * @param streamsPerAddressMax the same for one address
 * @param headMax bytes of request line and headers together; beyond it 414 or 431
 * @param bodyMax bytes of a request body; beyond it 413
 * @param operatorsBodyMax bytes of the body of an operator's request, such as a hall layout
 * @param bodiesMax request bodies that have not arrived completely; beyond it 503
 * @param bodiesPerAddressMax the same for one address
 * @param answersPerAddressMax responses that one address has not read completely; a large one
 *     counts once more for each 64 KiB; beyond it the response is aborted
 * @param waitingMax requests of one kind that wait for a permit (onsale.permits); beyond it 503
 * @param idleTimeout after which a connection without traffic is closed
 * @param headTimeout from the first byte of a request to the end of its headers, and for a TLS
 *     handshake; beyond it the connection is closed
 * @param bodyTimeout from the end of the headers to the end of the body; beyond it 408
 * @param answerTimeout for a client to read a response; beyond it the connection is closed
 * @param streamHeartbeat how often a stream sends a heartbeat
 * @param compressFrom size from which JSON is compressed
 * @param h2c whether HTTP/2 without TLS is offered to clients with prior knowledge
 * @param accessLog file of the access log; empty for none
 * @param corsOrigins origins of other pages that may use the API, such as {@code
 *     https://partner.example}
 * @param trustedProxies address ranges (CIDR) whose X-Forwarded headers are believed
 */
@ConfigurationProperties("onsale.front")
public record FrontSettings(
        @DefaultValue("0.0.0.0") String host,
        @DefaultValue("0") int selectors,
        @DefaultValue("0") int connectionsMax,
        @DefaultValue("2000") int connectionsPerAddressMax,
        @DefaultValue("40000") int streamsMax,
        @DefaultValue("2000") int streamsPerAddressMax,
        @DefaultValue("16KB") DataSize headMax,
        @DefaultValue("64KB") DataSize bodyMax,
        @DefaultValue("2MB") DataSize operatorsBodyMax,
        @DefaultValue("8192") int bodiesMax,
        @DefaultValue("512") int bodiesPerAddressMax,
        @DefaultValue("1024") int answersPerAddressMax,
        @DefaultValue("1024") int waitingMax,
        @DefaultValue("75s") Duration idleTimeout,
        @DefaultValue("10s") Duration headTimeout,
        @DefaultValue("15s") Duration bodyTimeout,
        @DefaultValue("30s") Duration answerTimeout,
        @DefaultValue("15s") Duration streamHeartbeat,
        @DefaultValue("1KB") DataSize compressFrom,
        @DefaultValue("false") boolean h2c,
        @DefaultValue("") String accessLog,
        @DefaultValue List<String> corsOrigins,
        @DefaultValue List<String> trustedProxies) {

    public FrontSettings {
        Check.range("onsale.front.selectors", selectors, 0, 256);
        Check.range("onsale.front.connections-max", connectionsMax, 0, 10_000_000);
        Check.range(
                "onsale.front.connections-per-address-max",
                connectionsPerAddressMax,
                1,
                10_000_000);
        Check.range("onsale.front.streams-max", streamsMax, 0, 10_000_000);
        Check.range("onsale.front.streams-per-address-max", streamsPerAddressMax, 1, 10_000_000);
        Check.range("onsale.front.head-max", headMax.toBytes(), 1_024, 65_536);
        Check.range("onsale.front.body-max", bodyMax.toBytes(), 1_024, 1L << 30);
        Check.range("onsale.front.operators-body-max", operatorsBodyMax.toBytes(), 1_024, 1L << 30);
        Check.range("onsale.front.bodies-max", bodiesMax, 1, 1_000_000);
        Check.range("onsale.front.bodies-per-address-max", bodiesPerAddressMax, 1, 1_000_000);
        Check.range("onsale.front.answers-per-address-max", answersPerAddressMax, 1, 1_000_000);
        Check.range("onsale.front.waiting-max", waitingMax, 0, 1_000_000);
        Check.range("onsale.front.idle-timeout", idleTimeout, "100ms", "1h");
        Check.range("onsale.front.head-timeout", headTimeout, "100ms", "5m");
        Check.range("onsale.front.body-timeout", bodyTimeout, "100ms", "1h");
        Check.range("onsale.front.answer-timeout", answerTimeout, "100ms", "1h");
        Check.range("onsale.front.stream-heartbeat", streamHeartbeat, "100ms", "5m");
        Check.range("onsale.front.compress-from", compressFrom.toBytes(), 1, 1L << 30);
        corsOrigins = List.copyOf(corsOrigins);
        trustedProxies = List.copyOf(trustedProxies);
        Cors.check(corsOrigins);
        TrustedProxies.parse(trustedProxies);
    }

    public int selectorThreads() {
        return selectors == 0 ? Runtime.getRuntime().availableProcessors() : selectors;
    }
}
