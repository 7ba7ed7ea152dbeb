package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.app.Api.Answer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The whole way of a second factor over HTTP, with an app of our own. */
class SecondFactorTests {

    private final SharedNode node = SharedNode.get();
    private final Api api = node.api;
    private final String email = "factor-" + UUID.randomUUID() + "@fans.example";

    @Test
    void aFanSwitchesItOnLogsInAndSwitchesItOff() throws Exception {
        api.signUp(node.url, email, "손인증" + UUID.randomUUID().toString().substring(0, 4));
        String token = api.login(node.url, email, Api.PASSWORD).text("accessToken");
        String path = node.url + "/api/users/me/second-factor";

        Answer begun = api.post(path, "", token);
        String secret = begun.text("secret");
        assertThat(begun.text("uri")).startsWith("otpauth://totp/Onsale?secret=" + secret + "&");
        Answer confirmed = api.post(path + "/confirm", code(secret), token);
        assertThat(confirmed.status()).as(confirmed.response().body()).isEqualTo(200);
        String recovery = confirmed.body().path("recoveryCodes").get(0).asString();
        assertThat(api.post(path, "", token).text("code")).isEqualTo("user.second_factor_on");

        Answer asked = logIn(null);
        assertThat(asked.status()).isEqualTo(422);
        assertThat(asked.text("code")).isEqualTo("user.code_required");
        assertThat(logIn("000000").text("code")).isEqualTo("user.code_wrong");
        assertThat(logIn(recovery).status()).isEqualTo(200);
        assertThat(logIn(recovery).text("code")).isEqualTo("user.code_wrong");
        assertThat(api.get(path, token).body().path("recoveryCodesLeft").asInt()).isEqualTo(9);

        String another = confirmed.body().path("recoveryCodes").get(1).asString();
        String form = "{\"password\":\"%s\",\"code\":\"%s\"}";
        assertThat(
                        api.post(path + "/disable", form.formatted("wrong", another), token)
                                .text("code"))
                .isEqualTo("user.wrong_password");
        assertThat(
                        api.post(path + "/disable", form.formatted(Api.PASSWORD, another), token)
                                .status())
                .isEqualTo(204);
        assertThat(logIn(null).status()).isEqualTo(200);
    }

    private Answer logIn(@Nullable String code) {
        String more = code == null ? "" : ",\"code\":\"" + code + "\"";
        return api.post(
                node.url + "/api/auth/login",
                "{\"email\":\"%s\",\"password\":\"%s\"%s}".formatted(email, Api.PASSWORD, more),
                null);
    }

    /** As an authenticator app computes it. */
    private static String code(String secret) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(decoded(secret), "HmacSHA1"));
        long step = Instant.now().getEpochSecond() / 30;
        byte[] hash = mac.doFinal(ByteBuffer.allocate(8).putLong(step).array());
        int number = ByteBuffer.wrap(hash).getInt(hash[19] & 0xf) & 0x7fff_ffff;
        return "{\"code\":\"%06d\"}".formatted(number % 1_000_000);
    }

    private static byte[] decoded(String base32) {
        BigInteger bits = BigInteger.ZERO;
        for (char one : base32.toCharArray()) {
            bits =
                    bits.shiftLeft(5)
                            .or(
                                    BigInteger.valueOf(
                                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(one)));
        }
        byte[] bytes = new byte[20];
        for (int i = 0; i < 20; i++) {
            bytes[19 - i] = bits.shiftRight(8 * i).byteValue();
        }
        return bytes;
    }
}
