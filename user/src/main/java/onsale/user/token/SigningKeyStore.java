package onsale.user.token;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.List;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.account.DataKeys;

/**
 * The table {@code signing_keys}. The private keys are encrypted; all times are those of the
 * database's clock.
 */
public final class SigningKeyStore {

    private final Database database;
    private final DataKeys keys;

    public SigningKeyStore(Database database, DataKeys keys) {
        this.database = database;
        this.keys = keys;
    }

    /** All keys, in the order in which they sign. */
    List<SigningKey> all() {
        return database.sql()
                .sql(
                        """
                        select generation, kid, private_key, public_key, signs_from
                        from signing_keys order by generation
                        """)
                .query((row, n) -> {
                    String id = row.getString("kid");
                    return new SigningKey(
                            row.getInt("generation"),
                            id,
                            privateKey(keys.decrypt(row.getBytes("private_key"), context(id))),
                            publicKey(row.getBytes("public_key")),
                            Times.read(row, "signs_from"));
                })
                .list();
    }

    /** Returns false, and does nothing, if another node has inserted this generation. */
    boolean insert(int generation, String id, KeyPair pair, Duration signsIn) {
        return database.sql()
                        .sql(
                                """
                                insert into signing_keys (generation, kid, private_key, public_key, signs_from)
                                values (:generation, :kid, :private, :public, now() + :signsIn * interval '1 s')
                                on conflict do nothing
                                """)
                        .param("generation", generation)
                        .param("kid", id)
                        .param("private", keys.encrypt(pair.getPrivate().getEncoded(), context(id)))
                        .param("public", pair.getPublic().getEncoded())
                        .param("signsIn", signsIn.toSeconds())
                        .update()
                == 1;
    }

    /** Deletes the keys whose successor began to sign longer ago than this. */
    int deleteSucceeded(Duration ago) {
        return database.sql()
                .sql(
                        """
                        delete from signing_keys old
                        where exists (select from signing_keys next
                                      where next.generation > old.generation
                                        and next.signs_from < now() - :ago * interval '1 s')
                        """)
                .param("ago", ago.toSeconds())
                .update();
    }

    private record Encrypted(String id, byte[] privateKey) {}

    /** Encrypts the private keys anew that another data key than the primary has encrypted. */
    void reencrypt() {
        database
                .sql()
                .sql("select kid, private_key from signing_keys")
                .query((row, n) -> new Encrypted(row.getString("kid"), row.getBytes("private_key")))
                .list()
                .stream()
                .filter(key -> !keys.isCurrent(key.privateKey()))
                .forEach(this::reencrypt);
    }

    private void reencrypt(Encrypted key) {
        String context = context(key.id());
        database.sql()
                .sql(
                        """
                        update signing_keys set private_key = :fresh
                        where kid = :kid and private_key = :old
                        """)
                .param("fresh", keys.encrypt(keys.decrypt(key.privateKey(), context), context))
                .param("kid", key.id())
                .param("old", key.privateKey())
                .update();
    }

    private static String context(String id) {
        return "signing_keys.private_key:" + id;
    }

    private static PrivateKey privateKey(byte[] encoded) {
        try {
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a stored signing key cannot be read", e);
        }
    }

    private static RSAPublicKey publicKey(byte[] encoded) {
        try {
            return (RSAPublicKey)
                    KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a stored signing key cannot be read", e);
        }
    }
}
