package onsale.platform.access;

import java.io.IOException;

/**
 * Where the public keys of access tokens come from, as a JWKS document (RFC 7517). A process that
 * issues tokens itself offers its own; without such a bean they are fetched from {@code
 * onsale.auth.jwks-url}.
 */
@FunctionalInterface
public interface KeySetSource {

    byte[] read() throws IOException;
}
