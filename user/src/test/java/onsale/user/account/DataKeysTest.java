package onsale.user.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.account.PersonalData.Column;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Personal data can be decrypted only with the right key and for its column and row. */
class DataKeysTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final UUID ID = UUID.randomUUID();

    @BeforeAll
    static void register() throws GeneralSecurityException {
        AeadConfig.register();
    }

    @Test
    void aCiphertextIsBoundToItsColumnAndRow() {
        PersonalData data = data();
        byte[] email = data.encrypt(Column.EMAIL, ID, "a@b.example");

        assertThat(data.decrypt(Column.EMAIL, ID, email)).isEqualTo("a@b.example");
        assertThatThrownBy(() -> data.decrypt(Column.NAME, ID, email))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> data.decrypt(Column.EMAIL, UUID.randomUUID(), email))
                .isInstanceOf(IllegalStateException.class);
        email[email.length - 1] ^= 1;
        assertThatThrownBy(() -> data.decrypt(Column.EMAIL, ID, email))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void encryptionIsRandomizedButTheHashIsNot() {
        PersonalData data = data();

        assertThat(data.encrypt(Column.EMAIL, ID, "a@b.example"))
                .isNotEqualTo(data.encrypt(Column.EMAIL, ID, "a@b.example"));
        assertThat(data.emailHash(" A@B.example")).isEqualTo(data.emailHash("a@b.example"));
        assertThat(data.emailHash("a@b.example")).isNotEqualTo(data.ciHash("a@b.example"));
    }

    @Test
    void rowsAreReencryptedWithANewPrimaryKey() throws GeneralSecurityException {
        Secret keyset = keyset();
        try (UserNode before = new UserNode(stores, stores.redisConnection(), Map.of());
                UserNode after =
                        new UserNode(
                                before.database,
                                stores.redisConnection(),
                                Map.of("onsale.user.data-keyset", keyset.value()))) {
            Person person = before.member();
            UUID id = before.idOf(person);
            var reencrypt = new ReencryptAccounts(after.database, after.personal);

            // old and new nodes at the same time, as during a rollout
            assertThat(after.profiles.find(id).orElseThrow().name()).isEqualTo(person.name());
            assertThat(reencrypt.run(10)).isEqualTo(1);

            assertThat(reencrypt.run(10)).isZero();
            assertThat(after.profiles.find(id).orElseThrow().phone()).isEqualTo(person.phone());
            assertThat(after.signedIn(person)).isNotNull();
            after.keys.rotate();
            assertThatThrownBy(before.keys::rotate)
                    .as("the signing keys are reencrypted too")
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> before.profiles.find(id))
                    .as("the old key cannot decrypt")
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void anInvalidKeysetIsRefusedWithoutShowingIt() throws GeneralSecurityException {
        KeysetHandle weak = KeysetHandle.generateNew(PredefinedAeadParameters.AES128_GCM);

        for (String bad : new String[] {"hunter2", base64("{\"hunter2\":1}"), base64(json(weak))}) {
            assertThatThrownBy(() -> DataKeys.of(new Secret(bad), UserNode.SECRET))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("AES256_GCM")
                    .hasNoCause();
        }
        assertThatThrownBy(() -> DataKeys.of(Secret.NONE, Secret.NONE))
                .isInstanceOf(StartFailure.class);
    }

    private static PersonalData data() {
        return new PersonalData(
                DataKeys.of(Secret.NONE, UserNode.SECRET),
                KeyedHash.of(UserNode.settings(Map.of()), UserNode.SECRET));
    }

    private static Secret keyset() throws GeneralSecurityException {
        return new Secret(
                base64(json(KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM))));
    }

    private static String json(KeysetHandle keyset) throws GeneralSecurityException {
        return TinkJsonProtoKeysetFormat.serializeKeyset(keyset, InsecureSecretKeyAccess.get());
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
