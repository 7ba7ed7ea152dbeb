package onsale.user;

import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The public keys of access tokens (RFC 7517), for processes that do not issue them. */
@RestController
final class KeysController {

    /** Much less than a key is public before it signs. */
    private static final Duration CACHED_FOR = Duration.ofMinutes(5);

    private final SigningKeys keys;

    KeysController(SigningKeys keys) {
        this.keys = keys;
    }

    @GetMapping(value = "/.well-known/jwks.json", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> keys() {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(CACHED_FOR).cachePublic())
                .contentType(MediaType.APPLICATION_JSON)
                .body(keys.read());
    }
}
