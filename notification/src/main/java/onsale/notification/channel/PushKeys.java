package onsale.notification.channel;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import onsale.contracts.Context;
import onsale.platform.db.Database;
import onsale.platform.messaging.ContextKeys;
import org.jspecify.annotations.Nullable;

/**
 * The key pair by which push services know this platform (VAPID, RFC 8292). The first node that
 * needs it makes it, and it never changes: browsers subscribe for it.
 */
public final class PushKeys {

    private static final String ABOUT = "push_keys.private_key";

    private record Stored(byte[] publicKey, String privateKey) {
        @Override
        public String toString() {
            return "Stored";
        }
    }

    private final Database database;
    private final ContextKeys keys;
    private @Nullable Stored stored;

    public PushKeys(Database database, ContextKeys keys) {
        this.database = database;
        this.keys = keys;
    }

    /** The public key as browsers and push services take it. */
    public String publicKey() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(stored().publicKey());
    }

    /** Signs the claims of a token (ES256). */
    String token(String claims) {
        String signed = base64("{\"typ\":\"JWT\",\"alg\":\"ES256\"}") + "." + base64(claims);
        try {
            Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(privateKey());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed
                    + "."
                    + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key does not sign", e);
        }
    }

    private PrivateKey privateKey() throws GeneralSecurityException {
        String base64 =
                keys.decryptFrom(Context.NOTIFICATION, stored().privateKey(), ABOUT, String.class);
        return KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
    }

    private synchronized Stored stored() {
        if (stored == null) {
            KeyPair fresh = P256.generate();
            String secret = Base64.getEncoder().encodeToString(fresh.getPrivate().getEncoded());
            database.sql()
                    .sql(
                            """
                            insert into push_keys (public_key, private_key) values (?, ?)
                            on conflict do nothing
                            """)
                    .params(
                            P256.point((ECPublicKey) fresh.getPublic()),
                            keys.encryptFor(Context.NOTIFICATION, secret, ABOUT))
                    .update();
            stored =
                    database.sql()
                            .sql("select public_key, private_key from push_keys")
                            .query((row, _) ->
                                    new Stored(
                                            row.getBytes("public_key"),
                                            row.getString("private_key")))
                            .single();
        }
        return stored;
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
