package onsale.user.factor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Codes are those of the RFCs. */
class TotpTest {

    private static final byte[] SECRET = "12345678901234567890".getBytes(US_ASCII);

    /** RFC 6238, appendix B, SHA-1. */
    @ParameterizedTest
    @CsvSource({
        "59, 94287082",
        "1111111109, 07081804",
        "1111111111, 14050471",
        "1234567890, 89005924",
        "2000000000, 69279037",
        "20000000000, 65353130"
    })
    void codesAreThoseOfTheRfc(long seconds, String code) {
        assertThat(Totp.code(SECRET, Totp.step(Instant.ofEpochSecond(seconds)), 8)).isEqualTo(code);
    }

    @Test
    void aCodeIsGoodForAStepBeforeAndAfterAndNotTwice() {
        Instant now = Instant.ofEpochSecond(1_111_111_111);
        long step = Totp.step(now);
        String code = Totp.code(SECRET, step, 6);

        for (long around = -1; around <= 1; around++) {
            assertThat(Totp.stepOf(code, SECRET, now.plusSeconds(around * 30), 0)).hasValue(step);
        }
        assertThat(Totp.stepOf(code, SECRET, now.plusSeconds(60), 0)).isEmpty();
        assertThat(Totp.stepOf(code, SECRET, now.minusSeconds(60), 0)).isEmpty();
        assertThat(Totp.stepOf(code, SECRET, now, step)).isEmpty();
    }

    /** RFC 4648, section 10. */
    @ParameterizedTest
    @CsvSource({
        "f, MY",
        "fo, MZXQ",
        "foo, MZXW6",
        "foob, MZXW6YQ",
        "fooba, MZXW6YTB",
        "foobar, MZXW6YTBOI"
    })
    void base32IsThatOfTheRfc(String plain, String text) {
        assertThat(Base32.encode(plain.getBytes(US_ASCII))).isEqualTo(text);
    }
}
