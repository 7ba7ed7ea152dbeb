package onsale.platform.messaging;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Encodes message bodies as JSON, compressed above a size. Unknown fields are ignored, so that a
 * sender may be newer than its consumer. The size is limited: a message that Kafka would refuse is
 * never recorded.
 */
public final class MessageCodec {

    public static final int BYTES_MAX = 900 * 1024; // Kafka refuses batches above 1 MiB
    static final int COMPRESS_ABOVE_BYTES = 1024;
    private static final int UNPACKED_BYTES_MAX = 16 << 20;
    private static final String GZIP = "gzip";

    private static final JsonMapper JSON =
            JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private MessageCodec() {}

    /** Returns the bytes to send, and notes their encoding in the headers. */
    static byte[] encode(Object body, Map<String, String> headers) {
        byte[] plain;
        try {
            plain = JSON.writeValueAsBytes(body);
        } catch (JacksonException e) {
            throw new UnrecordableMessage(body.getClass() + " cannot be serialised", e);
        }
        byte[] bytes = plain;
        if (plain.length > COMPRESS_ABOVE_BYTES) {
            bytes = pack(plain);
            headers.put(MessageHeaders.ENCODING, GZIP);
        }
        if (bytes.length > BYTES_MAX || plain.length > UNPACKED_BYTES_MAX) {
            throw new UnrecordableMessage(
                    "%s has %d bytes, more than a message may have"
                            .formatted(body.getClass(), bytes.length));
        }
        return bytes;
    }

    public static <T> T decode(Incoming message, Class<T> type) {
        byte[] bytes =
                GZIP.equals(message.headers().get(MessageHeaders.ENCODING))
                        ? unpack(message.payload())
                        : message.payload();
        return JSON.readValue(bytes, type);
    }

    static String writeHeaders(Map<String, String> headers) {
        return headers.isEmpty() ? "{}" : JSON.writeValueAsString(headers);
    }

    @SuppressWarnings("unchecked") // written by writeHeaders: a flat object of strings
    static Map<String, String> readHeaders(String json) {
        return JSON.readValue(json, Map.class);
    }

    private static byte[] pack(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(plain.length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static byte[] unpack(byte[] packed) {
        try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            byte[] plain = gzip.readNBytes(UNPACKED_BYTES_MAX + 1);
            if (plain.length > UNPACKED_BYTES_MAX) {
                throw new IllegalArgumentException("a message is too large when unpacked");
            }
            return plain;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
