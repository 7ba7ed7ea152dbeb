package onsale.reservation.ticket;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;

/** A QR code as a picture: dark on white, with the quiet margin that scanners need. */
final class QrCode {

    private static final int MARGIN = 4;
    private static final int PIXELS_PER_MODULE = 10;
    private static final int WHITE = 0xffffff;

    private final ByteMatrix modules;

    private QrCode(ByteMatrix modules) {
        this.modules = modules;
    }

    static QrCode of(String text) {
        try {
            return new QrCode(Encoder.encode(text, ErrorCorrectionLevel.M).getMatrix());
        } catch (WriterException e) {
            throw new IllegalArgumentException("the text does not fit into a QR code", e);
        }
    }

    /** How many modules wide and high it is, margins included. */
    int size() {
        return modules.getWidth() + 2 * MARGIN;
    }

    private boolean isDark(int x, int y) {
        int column = x - MARGIN;
        int row = y - MARGIN;
        return column >= 0
                && row >= 0
                && column < modules.getWidth()
                && row < modules.getHeight()
                && modules.get(column, row) == 1;
    }

    /** Takes the dark modules of a row that are beside each other. */
    interface RunTaker<E extends Exception> {
        void take(int x, int y, int width) throws E;
    }

    <E extends Exception> void eachRun(RunTaker<E> taker) throws E {
        for (int y = 0; y < size(); y++) {
            for (int x = 0; x < size(); x++) {
                int start = x;
                while (isDark(x, y)) {
                    x++;
                }
                if (x > start) {
                    taker.take(start, y, x - start);
                }
            }
        }
    }

    byte[] svg() {
        StringBuilder path = new StringBuilder();
        eachRun((x, y, width) -> path.append("M%d %dh%dv1h-%dz".formatted(x, y, width, width)));
        return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %1$d" width="300" \
        height="300"><path fill="#fff" d="M0 0h%1$dv%1$dh-%1$dz"/><path d="%2$s"/></svg>
        """
                .formatted(size(), path)
                .getBytes(StandardCharsets.UTF_8);
    }

    byte[] png() {
        int pixels = size() * PIXELS_PER_MODULE;
        BufferedImage image = new BufferedImage(pixels, pixels, BufferedImage.TYPE_BYTE_BINARY);
        for (int y = 0; y < pixels; y++) {
            for (int x = 0; x < pixels; x++) {
                if (!isDark(x / PIXELS_PER_MODULE, y / PIXELS_PER_MODULE)) {
                    image.setRGB(x, y, WHITE);
                }
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
