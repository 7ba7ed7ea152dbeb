package onsale.edge.front.files;

import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import onsale.edge.front.response.Gzip;
import onsale.platform.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * One file of the web app with its response headers and all of its encodings, prepared at start.
 *
 * @param gzip null if it would not be smaller
 * @param brotli null if the build did not make one, or it is not smaller
 */
public record StaticFile(
        String contentType,
        String cacheControl,
        String etag,
        byte[] plain,
        byte @Nullable [] gzip,
        byte @Nullable [] brotli) {

    /** A name with a hash of the content, as bundlers write it: {@code page-3f2a9c1b.css}. */
    private static final Pattern HASHED = Pattern.compile(".*[-.][A-Za-z0-9_-]{8,}\\.[a-z0-9]+");

    private static final Map<String, String> TYPES =
            Map.ofEntries(
                    Map.entry("html", "text/html; charset=utf-8"),
                    Map.entry("css", "text/css; charset=utf-8"),
                    Map.entry("js", "text/javascript; charset=utf-8"),
                    Map.entry("mjs", "text/javascript; charset=utf-8"),
                    Map.entry("json", "application/json"),
                    Map.entry("map", "application/json"),
                    Map.entry("webmanifest", "application/manifest+json"),
                    Map.entry("txt", "text/plain; charset=utf-8"),
                    Map.entry("svg", "image/svg+xml"),
                    Map.entry("png", "image/png"),
                    Map.entry("jpg", "image/jpeg"),
                    Map.entry("webp", "image/webp"),
                    Map.entry("avif", "image/avif"),
                    Map.entry("ico", "image/x-icon"),
                    Map.entry("mp3", "audio/mpeg"),
                    Map.entry("woff2", "font/woff2"),
                    Map.entry("wasm", "application/wasm"));

    /** Extensions of formats that are compressed already. */
    private static final Set<String> COMPRESSED =
            Set.of("png", "jpg", "webp", "avif", "woff2", "mp3");

    /**
     * Prepares a file.
     *
     * @param gzip null if the build did not make one; then it is made here
     */
    static StaticFile of(
            String name, byte[] content, byte @Nullable [] gzip, byte @Nullable [] brotli) {
        boolean hashed = name.startsWith("assets/") && HASHED.matcher(name).matches();
        String extension = extension(name);
        byte @Nullable [] zipped =
                gzip != null || COMPRESSED.contains(extension)
                        ? gzip
                        : Gzip.compress(content, Deflater.BEST_COMPRESSION);
        return new StaticFile(
                TYPES.getOrDefault(extension, "application/octet-stream"),
                hashed
                        ? "public, max-age=31536000, immutable"
                        : name.startsWith("posters/") ? "public, max-age=3600" : "no-cache",
                etag(content),
                content,
                smaller(zipped, content),
                smaller(brotli, content));
    }

    private static byte @Nullable [] smaller(byte @Nullable [] encoded, byte[] plain) {
        return encoded != null && encoded.length < plain.length ? encoded : null;
    }

    /** Whether it is a page, or a script, which may become a worker with its own policy. */
    boolean needsPagePolicy() {
        return contentType.startsWith("text/html") || contentType.startsWith("text/javascript");
    }

    private static String extension(String name) {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** Returns a weak tag, because all encodings share it. */
    private static String etag(byte[] content) {
        return "W/\"" + HexFormat.of().formatHex(Sha256.of(content), 0, 12) + "\"";
    }
}
