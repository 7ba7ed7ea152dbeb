package onsale.catalog.layout;

import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.platform.front.RenderedAs;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Serves the layouts of schedules, from which browsers draw the seats. */
@RestController
@ProblemsOf(CatalogProblems.class)
public class LayoutController {

    /** Clients may keep a layout, because it never changes. */
    private static final CacheControl IMMUTABLE =
            CacheControl.maxAge(Duration.ofDays(1)).cachePublic().immutable();

    private final LayoutCache layouts;

    LayoutController(LayoutCache layouts) {
        this.layouts = layouts;
    }

    /** Answers from memory, with or without compression: at a sale's start every fan asks. */
    @GetMapping("/api/schedules/{scheduleId}/layout")
    @ProblemCodes(Codes.NO_SCHEDULE)
    @RenderedAs(LayoutDocument.class)
    ResponseEntity<byte[]> get(
            @PathVariable("scheduleId") UUID scheduleId,
            @RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "")
                    String encodings) {
        LayoutCache.CachedLayout layout =
                layouts.find(scheduleId)
                        .orElseThrow(() -> CatalogProblems.noSchedule().exception());
        boolean packed = acceptsGzip(encodings);
        var answer =
                ResponseEntity.ok()
                        .cacheControl(IMMUTABLE)
                        .varyBy(HttpHeaders.ACCEPT_ENCODING)
                        // weak: both encodings have the same tag
                        .eTag("W/\"" + layout.hash() + "\"")
                        .contentType(MediaType.APPLICATION_JSON);
        if (packed) {
            answer.header(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        return answer.body(packed ? layout.packed() : layout.plain());
    }

    private static boolean acceptsGzip(String encodings) {
        for (String encoding : encodings.toLowerCase(Locale.ROOT).split(",", -1)) {
            String plain = encoding.replace(" ", "");
            if (plain.startsWith("gzip") || plain.startsWith("*")) {
                return !plain.matches("[^;]*;q=0(\\.0*)?");
            }
        }
        return false;
    }
}
