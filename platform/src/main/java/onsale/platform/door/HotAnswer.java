package onsale.platform.door;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A finished answer. Build it once and return it as often as it fits: the bytes are shared, never
 * copied or changed. Length, date and request id are added by the door, and {@code no-store} unless
 * the answer has a Cache-Control of its own.
 */
public final class HotAnswer {

    /** One header of the answer. */
    public record Header(String name, String value) {}

    private final int status;
    private final List<Header> headers;
    private final byte[] body;

    private HotAnswer(int status, List<Header> headers, byte[] body) {
        this.status = status;
        this.headers = List.copyOf(headers);
        this.body = body;
    }

    /** The array is kept, not copied: do not change it afterwards. */
    public static HotAnswer of(int status, String contentType, byte[] body) {
        return new HotAnswer(status, List.of(new Header("content-type", contentType)), body);
    }

    public static HotAnswer json(int status, String body) {
        return of(status, "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    public static HotAnswer empty(int status) {
        return new HotAnswer(status, List.of(), new byte[0]);
    }

    public HotAnswer with(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(name, value));
        return new HotAnswer(status, more, body);
    }

    public int status() {
        return status;
    }

    public List<Header> headers() {
        return headers;
    }

    /** The shared bytes themselves. */
    public byte[] body() {
        return body;
    }
}
