package onsale.platform.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import onsale.platform.StartFailure;
import onsale.platform.pass.PassCheck.Valid;
import onsale.platform.settings.Secret;
import org.junit.jupiter.api.Test;

class PassKeysTest {

    private static final PassKind KIND = PassKind.of(PassPurpose.RECEIPT, "queue", 4);
    private static final Secret SECRET = new Secret("some secret");
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

    @Test
    void withoutKeysOneIsDerivedFromTheSecret() {
        assertThat(verify(passes(SECRET), issue(passes(SECRET)))).isTrue();
        assertThat(verify(passes(new Secret("other")), issue(passes(SECRET)))).isFalse();
    }

    @Test
    void theDerivedKeyCanBeReplacedWithAnOverlap() {
        String old = issue(passes(SECRET));

        assertThat(verify(passes(SECRET, "7:" + KEY, "derived"), old)).isTrue();
        assertThat(verify(passes(Secret.NONE, "7:" + KEY), old)).isFalse();
    }

    @Test
    void neitherKeyNorSecretStopsTheStart() {
        refused(Secret.NONE, "There is no key for signed passes");
    }

    @Test
    void anUnacceptableKeyStopsTheStartAndIsNotShown() {
        for (String key :
                List.of(
                        "",
                        "x:" + KEY,
                        "0:" + KEY,
                        "256:" + KEY,
                        KEY,
                        "1:AAAA",
                        "1:a!b",
                        "1:A=A")) {
            refused(SECRET, "A key in onsale.passes.keys must be", key);
        }
        refused(SECRET, "two keys with the id 7", "7:" + KEY, "7:" + KEY);
    }

    private static void refused(Secret secret, String sentence, String... keys) {
        assertThatThrownBy(() -> passes(secret, keys))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining(sentence)
                .hasMessageNotContaining(KEY)
                .hasNoCause();
    }

    private static Passes passes(Secret secret, String... keys) {
        List<Secret> secrets = Arrays.stream(keys).map(Secret::new).toList();
        return new Passes(PassKeys.of(new PassSettings(secrets), secret), Clock.systemUTC());
    }

    private static String issue(Passes passes) {
        return passes.issue(KIND, Instant.now().plusSeconds(60), claims -> claims.int32(1));
    }

    private static boolean verify(Passes passes, String pass) {
        return passes.verify(KIND, pass) instanceof Valid;
    }
}
