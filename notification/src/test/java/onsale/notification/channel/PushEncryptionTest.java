package onsale.notification.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class PushEncryptionTest {

    /** The example of RFC 8291, section 5 and appendix A. */
    @Test
    void theExampleOfTheStandardComesOutToTheByte() {
        byte[] browserKey =
                bytes(
                        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        byte[] ourKey =
                bytes(
                        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        KeyPair ours =
                new KeyPair(
                        P256.publicKey(ourKey),
                        P256.privateKey(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")));

        byte[] encrypted =
                PushEncryption.encrypt(
                        "When I grow up, I want to be a watermelon"
                                .getBytes(StandardCharsets.US_ASCII),
                        browserKey,
                        bytes("BTBZMqHH6r4Tts7J_aSIgg"),
                        ours,
                        bytes("DGv6ra1nlYgDCS1FRnbzlw"));

        assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(encrypted))
                .isEqualTo(
                        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
    }

    @Test
    void whatIsNoPointOfTheCurveIsNoKey() {
        byte[] point = P256.point((ECPublicKey) P256.generate().getPublic());
        assertThat(Device.isKey(point)).isTrue();

        byte[] other = Arrays.copyOf(point, point.length);
        other[point.length - 1] ^= 1;
        assertThat(Device.isKey(other)).isFalse();
        assertThat(Device.isKey(new byte[P256.POINT_BYTES])).isFalse();
        assertThatThrownBy(() -> P256.publicKey(new byte[10]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] bytes(String base64) {
        return Base64.getUrlDecoder().decode(base64);
    }
}
