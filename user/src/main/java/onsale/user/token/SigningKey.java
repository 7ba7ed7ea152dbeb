package onsale.user.token;

import java.security.PrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;

/**
 * A key pair that signs access tokens, decrypted.
 *
 * @param generation the order in which keys sign, from 1
 */
record SigningKey(
        int generation,
        String id,
        PrivateKey privateKey,
        RSAPublicKey publicKey,
        Instant signsFrom) {

    @Override
    public String toString() {
        return "SigningKey " + id; // the private key must not reach a log
    }
}
