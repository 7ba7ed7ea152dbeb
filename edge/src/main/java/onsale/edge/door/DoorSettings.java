package onsale.edge.door;

import java.time.Duration;
import java.util.List;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The public listener and its bounds.
 *
 * @param host the address it listens on
 * @param eventLoops threads that serve everything the door does; 0 takes one per core
 * @param connectionsMax over it, a new connection is closed at once; 0 takes 50,000 or what the
 *     process's limit of file descriptors allows
 * @param connectionsPerAddressMax the same for one address, unless it is a trusted proxy
 * @param streamsMax open event streams; over it 503
 * @param requestLineBytesMax method, target and version; over it 414
 * @param headerBytesMax all headers of a request; over it 431
 * @param bodyBytesMax the body of a request; over it 413
 * @param idleTimeout after which a connection without traffic is closed
 * @param headTimeout from the first byte of a request to the end of its headers
 * @param bodyTimeout from there to the end of its body; over it 408
 * @param proxyConnectTimeout to get a connection to the ordinary server, waiting in line included;
 *     over it 503
 * @param proxyResponseTimeout from the end of a request to the start of its answer; over it 504
 * @param proxyTransferTimeout from the start of an answer to its end; over it the connection is cut
 * @param proxiedMax requests at the ordinary server at once
 * @param proxiedWaitingMax requests waiting for one of these places; over it 503
 * @param streamHeartbeat how often a quiet stream shows that it is alive
 * @param trustedProxies address ranges (CIDR) whose X-Forwarded headers are believed
 */
@ConfigurationProperties("onsale.door")
public record DoorSettings(
        @DefaultValue("0.0.0.0") String host,
        @DefaultValue("0") int eventLoops,
        @DefaultValue("0") int connectionsMax,
        @DefaultValue("2000") int connectionsPerAddressMax,
        @DefaultValue("40000") int streamsMax,
        @DefaultValue("8192") int requestLineBytesMax,
        @DefaultValue("16384") int headerBytesMax,
        @DefaultValue("1048576") long bodyBytesMax,
        @DefaultValue("75s") Duration idleTimeout,
        @DefaultValue("10s") Duration headTimeout,
        @DefaultValue("30s") Duration bodyTimeout,
        @DefaultValue("2s") Duration proxyConnectTimeout,
        @DefaultValue("30s") Duration proxyResponseTimeout,
        @DefaultValue("2m") Duration proxyTransferTimeout,
        @DefaultValue("512") int proxiedMax,
        @DefaultValue("1024") int proxiedWaitingMax,
        @DefaultValue("15s") Duration streamHeartbeat,
        @DefaultValue List<String> trustedProxies) {

    public DoorSettings {
        Check.range("onsale.door.event-loops", eventLoops, 0, 256);
        Check.range("onsale.door.connections-max", connectionsMax, 0, 10_000_000);
        Check.range(
                "onsale.door.connections-per-address-max", connectionsPerAddressMax, 1, 10_000_000);
        Check.range("onsale.door.streams-max", streamsMax, 0, 10_000_000);
        Check.range("onsale.door.request-line-bytes-max", requestLineBytesMax, 256, 65_536);
        Check.range("onsale.door.header-bytes-max", headerBytesMax, 1_024, 65_536);
        Check.range("onsale.door.body-bytes-max", bodyBytesMax, 0, 1L << 32);
        Check.range("onsale.door.idle-timeout", idleTimeout, "100ms", "1h");
        Check.range("onsale.door.head-timeout", headTimeout, "100ms", "5m");
        Check.range("onsale.door.body-timeout", bodyTimeout, "100ms", "1h");
        Check.range("onsale.door.proxy-connect-timeout", proxyConnectTimeout, "10ms", "1m");
        Check.range("onsale.door.proxy-response-timeout", proxyResponseTimeout, "10ms", "10m");
        Check.range("onsale.door.proxy-transfer-timeout", proxyTransferTimeout, "10ms", "1h");
        Check.range("onsale.door.proxied-max", proxiedMax, 1, 100_000);
        Check.range("onsale.door.proxied-waiting-max", proxiedWaitingMax, 0, 100_000);
        Check.range("onsale.door.stream-heartbeat", streamHeartbeat, "100ms", "5m");
        if (idleTimeout.compareTo(proxyResponseTimeout) <= 0) {
            throw new StartFailure(
                    "onsale.door.idle-timeout must be longer than"
                            + " onsale.door.proxy-response-timeout, else a waiting fan is cut off.");
        }
        trustedProxies = List.copyOf(trustedProxies);
        TrustedProxies.parse(trustedProxies);
    }

    int loops() {
        return eventLoops == 0 ? Runtime.getRuntime().availableProcessors() : eventLoops;
    }
}
