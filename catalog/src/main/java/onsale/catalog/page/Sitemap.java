package onsale.catalog.page;

import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.List;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotRead;
import onsale.platform.front.HotRequest;
import org.jspecify.annotations.Nullable;

/** Tells search engines the pages of all shows, made anew when the shows were read again. */
public final class Sitemap implements HotRead {

    private static final String PATH = "/sitemap.xml";

    private record Made(long reading, HotAnswer answer) {}

    private final ShowPages pages;
    private volatile @Nullable Made made;

    public Sitemap(ShowPages pages) {
        this.pages = pages;
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public @Nullable HotAnswer answer(HotRequest request) {
        if (pages.site().isEmpty()) {
            return null;
        }
        long reading = pages.readings();
        @Nullable Made last = made;
        if (last == null || last.reading != reading) {
            last =
                    new Made(
                            reading,
                            HotAnswer.of(200, "application/xml; charset=utf-8", xml(pages.all())));
            made = last;
        }
        return last.answer;
    }

    private byte[] xml(List<ShowFacts> shows) {
        StringBuilder xml =
                new StringBuilder(
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
                        <url><loc>%s/</loc></url>
                        """
                                .formatted(pages.site()));
        for (ShowFacts show : shows) {
            xml.append(
                    "<url><loc>%s/events/%s</loc><lastmod>%s</lastmod></url>\n"
                            .formatted(
                                    pages.site(),
                                    show.id(),
                                    show.updatedAt().truncatedTo(ChronoUnit.SECONDS)));
        }
        return xml.append("</urlset>\n").toString().getBytes(StandardCharsets.UTF_8);
    }
}
