package onsale.catalog.poster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import onsale.catalog.poster.EncodePoster.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncodePosterTest {

    private static final String PLANTED = "<script>planted()</script>";

    private final EncodePoster encode = new EncodePoster();

    private static byte[] image(String format, int width, int height) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.setRGB(5, 5, 0xFF0000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertThat(ImageIO.write(image, format, bytes)).isTrue();
        return bytes.toByteArray();
    }

    private EncodePoster.Encoded made(byte[] sent) {
        assertThat(encode.run(sent)).isInstanceOf(Outcome.Made.class);
        return ((Outcome.Made) encode.run(sent)).poster();
    }

    private String why(byte[] sent) {
        assertThat(encode.run(sent)).isInstanceOf(Outcome.Unfit.class);
        return ((Outcome.Unfit) encode.run(sent)).why();
    }

    @ParameterizedTest
    @CsvSource({
        "png, 300, 400, 300, 400",
        "jpeg, 900, 1200, 900, 1200",
        "png, 4800, 6400, 1200, 1600"
    })
    void anImageBecomesAJpegThatIsNoWiderThanPagesShow(
            String format, int width, int height, int expectedWidth, int expectedHeight)
            throws IOException {
        EncodePoster.Encoded made = made(image(format, width, height));

        BufferedImage read = ImageIO.read(new ByteArrayInputStream(made.jpeg()));
        assertThat(read.getWidth()).isEqualTo(expectedWidth).isEqualTo(made.width());
        assertThat(read.getHeight()).isEqualTo(expectedHeight).isEqualTo(made.height());
        assertThat(made.jpeg()[0]).isEqualTo((byte) 0xFF);
    }

    /** What hides behind the pixels is left behind; the canary shows that it had come along. */
    @Test
    void nothingButPixelsIsLeft() throws IOException {
        byte[] image = image("png", 300, 400);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        sent.write(image);
        sent.write(PLANTED.getBytes(ISO_8859_1));

        assertThat(new String(sent.toByteArray(), ISO_8859_1)).contains(PLANTED);
        assertThat(new String(made(sent.toByteArray()).jpeg(), ISO_8859_1)).doesNotContain(PLANTED);
    }

    @Test
    void whatIsNoPosterIsRefusedWithItsReason() throws IOException {
        assertThat(why("<svg onload='x'/>".getBytes(ISO_8859_1))).contains("neither JPEG nor PNG");
        assertThat(why(image("gif", 300, 400))).contains("neither JPEG nor PNG");
        assertThat(why(image("png", 299, 400))).contains("299 × 400").contains("300 × 400");
        assertThat(why(image("png", 8_001, 400))).contains("too many");
        byte[] whole = image("jpeg", 900, 1200);
        assertThat(why(java.util.Arrays.copyOf(whole, 20))).contains("cannot be read");
    }

    /** Looked at before it is decoded: 30 bytes claim to be 900 million pixels. */
    @Test
    void aBombIsRefusedByItsHead() throws IOException {
        byte[] bomb = image("png", 300, 400);
        bomb[18] = 0x75; // the width in the head: 30,000 and more
        bomb[22] = 0x75;

        assertThat(why(bomb)).isNotBlank();
    }
}
