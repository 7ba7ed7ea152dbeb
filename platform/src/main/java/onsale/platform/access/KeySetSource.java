package onsale.platform.access;

import java.io.IOException;

/**
 * The source of the public keys of access tokens, as a JWKS document (RFC 7517). A process that
 * issues tokens provides its own keys as a bean of this type; without one they are fetched from
 * {@code onsale.auth.jwks-url}.
 */
@FunctionalInterface
public interface KeySetSource {

    byte[] read() throws IOException;
}
