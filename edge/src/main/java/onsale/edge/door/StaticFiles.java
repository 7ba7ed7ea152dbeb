package onsale.edge.door;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import onsale.edge.SecurityHeadersFilter;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * The web app, read from the class path into memory at start. A path is a key of a map, never a
 * file name, so nothing else can be reached.
 */
final class StaticFiles {

    private static final String ROOT = "/web/";
    private static final String PAGE_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " font-src 'self'; connect-src 'self'; manifest-src 'self';"
                    + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private final Map<String, StaticFile> files;
    private final @Nullable StaticFile index;

    private StaticFiles(Map<String, StaticFile> files) {
        this.files = files;
        this.index = files.get("/index.html");
        if (index != null) {
            files.put("/", index);
        }
    }

    static StaticFiles load() {
        Map<String, byte[]> contents = new HashMap<>();
        try {
            var resolver = new PathMatchingResourcePatternResolver();
            for (Resource resource : resolver.getResources("classpath*:web/**/*.*")) {
                String url = resource.getURL().toString();
                String name = url.substring(url.lastIndexOf(ROOT) + ROOT.length());
                contents.put(name, resource.getContentAsByteArray());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, StaticFile> files = new HashMap<>();
        contents.forEach((name, content) -> {
            if (!name.endsWith(".br") && !name.endsWith(".gz")) {
                byte @Nullable [] brotli = contents.get(name + ".br");
                files.put("/" + name, StaticFile.of(name, content, brotli));
            }
        });
        return new StaticFiles(files);
    }

    @Nullable StaticFile at(String path) {
        return files.get(path);
    }

    /** The page that draws every address of the web app. */
    @Nullable StaticFile index() {
        return index;
    }

    void send(Incoming incoming, StaticFile file, Answers answers) {
        HttpServerRequest request = incoming.request();
        boolean known = knows(request.getHeader(HttpHeaders.IF_NONE_MATCH), file.etag());
        HttpServerResponse response = answers.begin(incoming, known ? 304 : 200);
        response.putHeader(HttpHeaders.ETAG, file.etag());
        response.putHeader(HttpHeaders.CACHE_CONTROL, file.cacheControl());
        response.putHeader(HttpHeaders.VARY, "accept-encoding");
        Buffer body = file.plain();
        if (!known) {
            response.putHeader(HttpHeaders.CONTENT_TYPE, file.contentType());
            if (file.isPage()) {
                response.putHeader("content-security-policy", PAGE_POLICY);
                response.putHeader("referrer-policy", "same-origin");
                if (incoming.isHttps()) {
                    response.putHeader("strict-transport-security", SecurityHeadersFilter.HSTS);
                }
            }
            @Nullable String accepted = request.getHeader(HttpHeaders.ACCEPT_ENCODING);
            if (file.brotli() != null && accepts(accepted, "br")) {
                response.putHeader(HttpHeaders.CONTENT_ENCODING, "br");
                body = file.brotli();
            } else if (file.gzip() != null && accepts(accepted, "gzip")) {
                response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
                body = file.gzip();
            }
        }
        answers.end(request, body);
    }

    private static boolean knows(@Nullable String ifNoneMatch, String etag) {
        if (ifNoneMatch == null) {
            return false;
        }
        String opaque = etag.substring(2);
        for (String known : ifNoneMatch.split(",", -1)) {
            String tag = known.trim();
            if (tag.equals("*") || (tag.startsWith("W/") ? tag.substring(2) : tag).equals(opaque)) {
                return true;
            }
        }
        return false;
    }

    static boolean accepts(@Nullable String header, String encoding) {
        if (header == null) {
            return false;
        }
        for (String part : header.split(",", -1)) {
            String[] words = part.split(";", 2);
            if (words[0].trim().equalsIgnoreCase(encoding)) {
                return words.length == 1 || !words[1].replace(" ", "").matches("q=0(\\.0*)?");
            }
        }
        return false;
    }
}
