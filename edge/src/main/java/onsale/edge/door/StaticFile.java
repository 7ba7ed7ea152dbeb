package onsale.edge.door;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import onsale.platform.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * One file of the web app as it is sent: type, caching and all of its encodings, made at start.
 *
 * @param gzip null if it would not be smaller
 * @param brotli null if the build did not make one
 */
record StaticFile(
        String contentType,
        String cacheControl,
        String etag,
        Buffer plain,
        @Nullable Buffer gzip,
        @Nullable Buffer brotli) {

    /** A name that changes with the content, as bundlers write it: {@code page-3f2a9c1b.css}. */
    private static final Pattern HASHED = Pattern.compile(".*[-.][A-Za-z0-9_-]{8,}\\.[a-z0-9]+");

    private static final Map<String, String> TYPES =
            Map.ofEntries(
                    Map.entry("html", "text/html; charset=utf-8"),
                    Map.entry("css", "text/css; charset=utf-8"),
                    Map.entry("js", "text/javascript; charset=utf-8"),
                    Map.entry("json", "application/json"),
                    Map.entry("webmanifest", "application/manifest+json"),
                    Map.entry("txt", "text/plain; charset=utf-8"),
                    Map.entry("svg", "image/svg+xml"),
                    Map.entry("png", "image/png"),
                    Map.entry("jpg", "image/jpeg"),
                    Map.entry("webp", "image/webp"),
                    Map.entry("ico", "image/x-icon"),
                    Map.entry("woff2", "font/woff2"),
                    Map.entry("wasm", "application/wasm"));

    static StaticFile of(String name, byte[] content, byte @Nullable [] brotli) {
        boolean hashed = name.startsWith("assets/") && HASHED.matcher(name).matches();
        byte[] gzip = gzip(content);
        return new StaticFile(
                TYPES.getOrDefault(extension(name), "application/octet-stream"),
                hashed ? "public, max-age=31536000, immutable" : "no-cache",
                etag(content),
                Answers.shared(content),
                gzip.length < content.length ? Answers.shared(gzip) : null,
                brotli == null ? null : Answers.shared(brotli));
    }

    boolean isPage() {
        return contentType.startsWith("text/html");
    }

    private static String extension(String name) {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** Weak, because the encodings share it. */
    private static String etag(byte[] content) {
        return "W/\"" + HexFormat.of().formatHex(Sha256.of(content), 0, 12) + "\"";
    }

    private static byte[] gzip(byte[] content) {
        var out = new ByteArrayOutputStream();
        try (var zip = new BestGzip(out)) {
            zip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static final class BestGzip extends GZIPOutputStream {
        BestGzip(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(java.util.zip.Deflater.BEST_COMPRESSION);
        }
    }
}
