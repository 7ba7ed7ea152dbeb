package onsale.edge.front.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import onsale.edge.front.request.AcceptEncoding;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.response.ResponseWriter;
import onsale.edge.front.response.SecurityHeaders;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * The web app, read from the class path into memory at start, or a plain page if it was not built.
 * A path is the key of a map, never a file name, so no other file can be reached.
 */
public final class StaticFiles {

    /** Where the build puts the web app, with {@code .gz} and {@code .br} next to its files. */
    private static final String WEB_APP = "onsale/web/";

    /** Where the plain page is. */
    public static final String PLAIN = "onsale/plain/";

    /** Where contexts put their files, such as posters. */
    private static final String PUBLIC = "onsale/public/";

    private static final String INDEX = "/index.html";

    /** The first page, which names what it needs in its head. */
    private static final String HOME = "/home.html";

    private static final String WAITING = "/waiting.html";

    /** The page that runs the payment provider's script, and its address. */
    private static final String PROVIDER = "/provider.html";

    private static final String PROVIDER_PATH = "/pay/provider";

    /** Below it are the pages at the doors, which may ask for the camera. */
    private static final String DESK = "/desk/";

    /** The paths of the waiting room, whose page loads as little as possible. */
    private static final Pattern WAITING_ROOM = Pattern.compile("/queue/[^/]+");

    private final Map<String, StaticFile> files;

    private StaticFiles(Map<String, StaticFile> files) {
        this.files = files;
    }

    public static StaticFiles load() {
        StaticFiles app = load(WEB_APP);
        StaticFiles pages = app.files.containsKey(INDEX) ? app : load(PLAIN);
        load(PUBLIC).files.forEach(pages.files::putIfAbsent);
        return pages;
    }

    public static StaticFiles load(String root) {
        Map<String, byte[]> contents = new HashMap<>();
        try {
            var resolver = new PathMatchingResourcePatternResolver();
            for (Resource resource : resolver.getResources("classpath*:" + root + "**/*.*")) {
                String url = resource.getURL().toString();
                String name = url.substring(url.lastIndexOf("/" + root) + root.length() + 1);
                contents.put(name, resource.getContentAsByteArray());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, StaticFile> files = new HashMap<>();
        contents.forEach((name, content) -> {
            if (!name.endsWith(".br") && !name.endsWith(".gz")) {
                files.put(
                        "/" + name,
                        StaticFile.of(
                                name,
                                content,
                                contents.get(name + ".gz"),
                                contents.get(name + ".br")));
            }
        });
        @Nullable StaticFile home = files.get(files.containsKey(HOME) ? HOME : INDEX);
        if (home != null) {
            files.put("/", home);
        }
        return new StaticFiles(files);
    }

    public @Nullable StaticFile find(String path) {
        return files.get(path);
    }

    /** Returns the page that shows this path of the web app, or null if it looks like a file. */
    public @Nullable StaticFile page(String path) {
        if (path.indexOf('.', path.lastIndexOf('/')) >= 0) {
            return null;
        }
        @Nullable StaticFile own =
                path.equals(PROVIDER_PATH)
                        ? files.get(PROVIDER)
                        : WAITING_ROOM.matcher(path).matches() ? files.get(WAITING) : null;
        return own != null ? own : files.get(INDEX);
    }

    public void send(FrontRequest request, StaticFile file, ResponseWriter responses) {
        boolean known = matches(request.headers().get(HttpHeader.IF_NONE_MATCH), file.etag());
        HttpFields.Mutable headers = request.response().getHeaders();
        request.response().setStatus(known ? 304 : 200);
        headers.put(HttpHeader.ETAG, file.etag());
        headers.put(HttpHeader.CACHE_CONTROL, file.cacheControl());
        headers.put(HttpHeader.VARY, "Accept-Encoding");
        if (file.needsPagePolicy()) {
            // also with a 304: the browser updates the headers of its copy
            if (file.equals(files.get(PROVIDER))) {
                SecurityHeaders.forProviderPage(headers);
            } else if (request.path().startsWith(DESK)) {
                SecurityHeaders.forDeskPage(headers);
            } else {
                SecurityHeaders.forPage(headers);
            }
        }
        byte[] body = file.plain();
        if (!known) {
            headers.put(HttpHeader.CONTENT_TYPE, file.contentType());
            @Nullable String accepted = request.headers().get(HttpHeader.ACCEPT_ENCODING);
            if (file.brotli() != null && AcceptEncoding.allows(accepted, "br")) {
                headers.put(HttpHeader.CONTENT_ENCODING, "br");
                body = file.brotli();
            } else if (file.gzip() != null && AcceptEncoding.allows(accepted, "gzip")) {
                headers.put(HttpHeader.CONTENT_ENCODING, "gzip");
                body = file.gzip();
            }
        }
        responses.send(request, ByteBuffer.wrap(body));
    }

    private static boolean matches(@Nullable String ifNoneMatch, String etag) {
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
}
