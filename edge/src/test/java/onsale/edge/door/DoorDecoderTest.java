package onsale.edge.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The canary of the door's own decoder: what the library lets through and the door does not. */
class DoorDecoderTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n: nameless\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n",
                "GET / HTTP/1.2\r\nHost: a\r\n\r\n"
            })
    void theLibraryAloneWouldAcceptIt(String request) {
        DoorSettings settings = Doors.settings(Map.of());

        assertThat(accepts(new VertxHttpRequestDecoder(new HttpServerOptions()), request)).isTrue();
        assertThat(accepts(new DoorDecoder(settings, new Guard(settings)), request)).isFalse();
    }

    private static boolean accepts(ChannelHandler decoder, String request) {
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        try {
            channel.writeInbound(Unpooled.copiedBuffer(request, StandardCharsets.US_ASCII));
            HttpRequest decoded = channel.readInbound();
            return decoded.decoderResult().isSuccess();
        } finally {
            channel.finishAndReleaseAll();
        }
    }
}
