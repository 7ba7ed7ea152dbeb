package onsale.catalog.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import onsale.platform.Outages;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotRead;
import onsale.platform.front.HotRequest;
import onsale.platform.job.Loop;
import org.jspecify.annotations.Nullable;

/**
 * The page of a show with a head of its own: the web app's page, in which title and description are
 * replaced, so that a search engine or the preview of a link needs no script. The facts are in the
 * memory of the node and some seconds old at most; while the database is away they stay.
 */
public final class ShowPages implements HotRead, AutoCloseable {

    private static final String PATH = "/events/*";
    private static final String HTML = "text/html; charset=utf-8";
    private static final Duration READ_EVERY = Duration.ofSeconds(10);
    private static final int ID_LENGTH = 36;

    private static final Pattern TITLE = Pattern.compile("<title>[^<]*</title>\\s*");
    private static final Pattern DESCRIPTION =
            Pattern.compile("<meta\\s+name=\"description\"[^>]*>\\s*");
    private static final Pattern LANGUAGE = Pattern.compile("<html lang=\"[a-z]*\"");

    private final ShowStore store;
    private final String site;
    private final ZoneId zone;
    private final @Nullable String page;
    private final Loop loop = new Loop("catalog-show-pages", this::read);
    private volatile Map<UUID, ShowFacts> shows = Map.of();
    private volatile List<ShowFacts> inOrder = List.of();
    private final AtomicLong readings = new AtomicLong();

    /**
     * @param site the public address, empty if it is not known
     * @param page the web app's page; null if this build has none
     */
    public ShowPages(ShowStore store, String site, ZoneId zone, @Nullable String page) {
        this.store = store;
        this.site = site;
        this.zone = zone;
        this.page =
                page == null
                        ? null
                        : DESCRIPTION
                                .matcher(TITLE.matcher(page).replaceFirst(""))
                                .replaceFirst("");
    }

    /** The page that the build of the web app has left in the class path. */
    public static @Nullable String builtPage() {
        try (InputStream in =
                ShowPages.class.getClassLoader().getResourceAsStream("onsale/web/index.html")) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public ShowPages start() {
        loop.start();
        return this;
    }

    @Override
    public void close() {
        loop.close();
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public @Nullable HotAnswer answer(HotRequest request) {
        @Nullable ShowFacts show = page == null ? null : find(request.lastSegment());
        if (show == null || page == null) {
            return null; // the same page without facts
        }
        ShowHead head = new ShowHead(show, "en".equals(request.query("lang")), site, zone);
        String html =
                LANGUAGE.matcher(page)
                        .replaceFirst("<html lang=\"" + head.language() + "\"")
                        .replace("</head>", head.html() + "</head>");
        return HotAnswer.of(200, HTML, html.getBytes(StandardCharsets.UTF_8))
                .with("cache-control", "no-cache")
                .asPage();
    }

    private @Nullable ShowFacts find(String id) {
        if (id.length() != ID_LENGTH) {
            return null;
        }
        try {
            return shows.get(UUID.fromString(id));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    List<ShowFacts> all() {
        return inOrder;
    }

    /** How often the shows have been read. */
    long readings() {
        return readings.get();
    }

    String site() {
        return site;
    }

    private Duration read() {
        try {
            reload();
        } catch (RuntimeException e) {
            if (!Outages.isOutage(e)) {
                throw e;
            }
        }
        return READ_EVERY;
    }

    void reload() {
        List<ShowFacts> all = store.all();
        Map<UUID, ShowFacts> byId = new HashMap<>();
        all.forEach(show -> byId.put(show.id(), show));
        shows = byId;
        inOrder = all;
        readings.incrementAndGet();
    }
}
