package onsale.user.token;

import java.time.Duration;
import onsale.platform.front.RenderedAs;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Publishes the public keys of access tokens (RFC 7517) to processes that do not issue them. */
@RestController
public final class KeysController {

    /** Much shorter than the time between the publication of a key and its first signature. */
    private static final Duration CACHED_FOR = Duration.ofMinutes(5);

    private final SigningKeys keys;

    KeysController(SigningKeys keys) {
        this.keys = keys;
    }

    @GetMapping(value = "/.well-known/jwks.json", produces = MediaType.APPLICATION_JSON_VALUE)
    @RenderedAs(SigningKeys.KeySet.class)
    ResponseEntity<byte[]> keys() {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(CACHED_FOR).cachePublic())
                .contentType(MediaType.APPLICATION_JSON)
                .body(keys.read());
    }
}
