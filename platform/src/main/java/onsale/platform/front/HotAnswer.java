package onsale.platform.front;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A complete HTTP response. Build it once and return it for many requests: the bytes are shared,
 * never copied or changed. The front adds length, date and request id, and {@code no-store} unless
 * the response has a Cache-Control of its own.
 */
public final class HotAnswer {

    /** One header of the response. */
    public record Header(String name, String value) {}

    private final int status;
    private final List<Header> headers;
    private final byte[] body;
    private final boolean page;

    private HotAnswer(int status, List<Header> headers, byte[] body, boolean page) {
        this.status = status;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.page = page;
    }

    /** A response with this body, which is not copied: do not change the array afterwards. */
    public static HotAnswer of(int status, String contentType, byte[] body) {
        return new HotAnswer(status, List.of(new Header("content-type", contentType)), body, false);
    }

    public static HotAnswer json(int status, String body) {
        return of(status, "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    public static HotAnswer empty(int status) {
        return new HotAnswer(status, List.of(), new byte[0], false);
    }

    public HotAnswer with(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(name, value));
        return new HotAnswer(status, more, body, page);
    }

    /** The same as a page of the web app, which may load the app's own files and nothing else. */
    public HotAnswer asPage() {
        return new HotAnswer(status, headers, body, true);
    }

    public boolean isPage() {
        return page;
    }

    public int status() {
        return status;
    }

    public List<Header> headers() {
        return headers;
    }

    /** The shared bytes, not a copy. */
    public byte[] body() {
        return body;
    }
}
