package onsale.catalog.poster;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.platform.Sha256;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Posters: organisers send them, everybody sees them. */
@RestController
@ProblemsOf(CatalogProblems.class)
public class PosterController {

    private static final int BYTES_MAX = 1_400_000;
    private static final int UNUSED_MAX = 50;
    private static final long KEPT_BYTES_MAX = 32_000_000;

    /** What is served under a hash never changes. */
    private static final CacheControl IMMUTABLE =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private final Database database;
    private final PosterStore posters;
    private final AuditTrail audit;
    private final EncodePoster encode = new EncodePoster();

    /** By hash: what a crowd asks for is read from the database once. */
    private final LoadingCache<String, Optional<byte[]>> kept;

    PosterController(@Qualifier("catalogDatabase") Database database, PosterStore posters) {
        this.database = database;
        this.posters = posters;
        this.audit = new AuditTrail(database);
        this.kept =
                Caffeine.newBuilder()
                        .maximumWeight(KEPT_BYTES_MAX)
                        .weigher((String _, Optional<byte[]> jpeg) ->
                                jpeg.map(bytes -> bytes.length).orElse(0))
                        .build(posters::find);
    }

    /** An image, JPEG or PNG, in base64. */
    record PosterForm(@NotNull @Size(min = 1, max = BYTES_MAX) byte[] image) {}

    /**
     * A poster that was made from an image.
     *
     * @param url for the event's {@code posterUrl}
     */
    record PosterView(String url, int width, int height, int bytes) {}

    @PostMapping("/api/admin/posters")
    @ProblemCodes({Codes.POSTER_UNFIT, Codes.TOO_MANY_POSTERS})
    @ResponseStatus(HttpStatus.CREATED)
    PosterView send(Actor actor, @Valid @RequestBody PosterForm form) {
        return switch (encode.run(form.image)) {
            case EncodePoster.Outcome.Unfit(String why) ->
                    throw CatalogProblems.wrongFields(
                                    CatalogProblems.POSTER_UNFIT,
                                    List.of(new FieldProblem("image", why)))
                            .exception();
            case EncodePoster.Outcome.Made(EncodePoster.Encoded made) -> keep(actor, made);
        };
    }

    private PosterView keep(Actor actor, EncodePoster.Encoded made) {
        String hash = HexFormat.of().formatHex(Sha256.of(made.jpeg()));
        PosterView view =
                new PosterView(
                        "/api/posters/" + hash + ".jpg",
                        made.width(),
                        made.height(),
                        made.jpeg().length);
        return database.inTransaction(() -> {
            if (posters.unused(actor.userId()) >= UNUSED_MAX) {
                throw Problem.of(
                                CatalogProblems.TOO_MANY_POSTERS,
                                "Use some of them, or send another tomorrow.")
                        .exception();
            }
            posters.keep(hash, made.jpeg(), actor.userId());
            audit.record(actor, "poster.send", hash, null, Map.of("bytes", view.bytes));
            return view;
        });
    }

    @GetMapping("/api/posters/{hash:[0-9a-f]{64}}.jpg")
    @ProblemCodes(Codes.NO_POSTER)
    ResponseEntity<byte[]> get(@PathVariable("hash") String hash) {
        Optional<byte[]> found = kept.get(hash);
        if (found.isEmpty()) {
            kept.invalidate(hash); // it may be sent later
        }
        byte[] jpeg =
                found.orElseThrow(() ->
                        Problem.of(CatalogProblems.NO_POSTER, "Check the poster's address.")
                                .exception());
        return ResponseEntity.ok()
                .cacheControl(IMMUTABLE)
                .eTag('"' + hash + '"')
                .contentType(MediaType.IMAGE_JPEG)
                .body(jpeg);
    }
}
