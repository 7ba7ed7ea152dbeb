package onsale.user.account;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.AesGcmKey;
import com.google.crypto.tink.aead.AesGcmParameters;
import com.google.crypto.tink.util.SecretBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;

/**
 * The keys that encrypt secrets at rest, by AES-256-GCM (Tink). Each ciphertext is bound to a
 * context, the column and row it belongs to, and cannot be decrypted anywhere else. The primary key
 * of the keyset encrypts; every key of it decrypts.
 */
public final class DataKeys {

    private static final int DERIVED_ID = 1;

    /** Before a keyset: the derived key stays primary. */
    private static final String DERIVED_FIRST = "derived,";

    private static final AesGcmParameters PARAMETERS = parameters();

    private final Aead aead;
    private final int primaryId;

    private DataKeys(KeysetHandle keyset) throws GeneralSecurityException {
        this.aead = keyset.getPrimitive(RegistryConfiguration.get(), Aead.class);
        this.primaryId = keyset.getPrimary().getId();
    }

    /**
     * Takes the given keyset, if any, and the key derived from the secret, if any. The derived key
     * is primary if no keyset is given, or if "derived," stands before it.
     */
    public static DataKeys of(Secret given, Secret secret) {
        if (given.isEmpty() && secret.isEmpty()) {
            throw new StartFailure(
                    "There is no key for personal data: set onsale.user.data-keyset or onsale.secret.");
        }
        try {
            AeadConfig.register();
            KeysetHandle.Builder all = KeysetHandle.newBuilder();
            boolean derivedFirst = given.isEmpty() || given.value().startsWith(DERIVED_FIRST);
            if (!given.isEmpty()) {
                KeysetHandle keyset = read(given);
                for (int i = 0; i < keyset.size(); i++) {
                    KeysetHandle.Entry entry = keyset.getAt(i);
                    all.addEntry(copy(entry, entry.isPrimary() && !derivedFirst));
                }
            }
            if (!secret.isEmpty()) {
                KeysetHandle.Builder.Entry derived = KeysetHandle.importKey(derived(secret));
                all.addEntry(derivedFirst ? derived.makePrimary() : derived);
            }
            return new DataKeys(all.build());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw unacceptable(); // no cause: its message could contain a key
        }
    }

    /**
     * The two values of onsale.user.data-keyset by which a new key comes into use: all nodes get
     * the first, then all get the second, so that none meets what it cannot decrypt.
     *
     * @param known in which the new key decrypts only
     * @param primary in which the new key encrypts
     */
    public record Rotation(Secret known, Secret primary) {}

    /** Makes a new key beside those that are configured. */
    public static Rotation rotate(Secret given, Secret secret) {
        of(given, secret); // refuses what is not acceptable
        try {
            KeysetHandle.Builder known = KeysetHandle.newBuilder();
            KeysetHandle.Builder primary = KeysetHandle.newBuilder();
            boolean derivedFirst = given.isEmpty() || given.value().startsWith(DERIVED_FIRST);
            if (!given.isEmpty()) {
                KeysetHandle keyset = read(given);
                for (int i = 0; i < keyset.size(); i++) {
                    KeysetHandle.Entry entry = keyset.getAt(i);
                    known.addEntry(copy(entry, entry.isPrimary()));
                    primary.addEntry(copy(entry, false));
                }
            }
            KeysetHandle fresh = KeysetHandle.generateNew(PARAMETERS);
            known.addEntry(copy(fresh.getAt(0), given.isEmpty()));
            primary.addEntry(copy(fresh.getAt(0), true));
            return new Rotation(
                    new Secret((derivedFirst ? DERIVED_FIRST : "") + text(known.build())),
                    new Secret(text(primary.build())));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a new key cannot be made", e);
        }
    }

    private static String text(KeysetHandle keyset) throws GeneralSecurityException {
        String json =
                TinkJsonProtoKeysetFormat.serializeKeyset(keyset, InsecureSecretKeyAccess.get());
        return Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /** The id of the primary key. A row with another id must be encrypted anew. */
    int primaryId() {
        return primaryId;
    }

    /** Whether the primary key encrypted it. Tink puts the key's id after the first byte. */
    public boolean isCurrent(byte[] cipher) {
        return ByteBuffer.wrap(cipher).getInt(1) == primaryId;
    }

    public byte[] encrypt(byte[] plain, String context) {
        try {
            return aead.encrypt(plain, context.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot encrypt for " + context, e);
        }
    }

    public byte[] decrypt(byte[] cipher, String context) {
        try {
            return aead.decrypt(cipher, context.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "cannot decrypt " + context + ": wrong key or context", e);
        }
    }

    private static KeysetHandle read(Secret given) throws GeneralSecurityException {
        String text =
                given.value().startsWith(DERIVED_FIRST)
                        ? given.value().substring(DERIVED_FIRST.length())
                        : given.value();
        String json = new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        return TinkJsonProtoKeysetFormat.parseKeyset(json, InsecureSecretKeyAccess.get());
    }

    private static KeysetHandle.Builder.Entry copy(KeysetHandle.Entry entry, boolean primary) {
        if (!entry.getKey().getParameters().equals(PARAMETERS) || entry.getId() == DERIVED_ID) {
            throw unacceptable();
        }
        KeysetHandle.Builder.Entry copy =
                KeysetHandle.importKey(entry.getKey()).setStatus(entry.getStatus());
        return primary ? copy.makePrimary() : copy;
    }

    @AccessesPartialKey // the only code that makes a key from bytes
    private static AesGcmKey derived(Secret secret) throws GeneralSecurityException {
        return AesGcmKey.builder()
                .setParameters(PARAMETERS)
                .setKeyBytes(
                        SecretBytes.copyFrom(
                                secret.deriveBytes("user/data"), InsecureSecretKeyAccess.get()))
                .setIdRequirement(DERIVED_ID)
                .build();
    }

    private static AesGcmParameters parameters() {
        try {
            return AesGcmParameters.builder()
                    .setKeySizeBytes(32)
                    .setIvSizeBytes(12)
                    .setTagSizeBytes(16)
                    .setVariant(AesGcmParameters.Variant.TINK)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("these are the parameters of AES-256-GCM", e);
        }
    }

    private static StartFailure unacceptable() {
        return new StartFailure(
                "onsale.user.data-keyset must be a Tink keyset of AES-256-GCM keys (AES256_GCM), JSON in base64.");
    }
}
