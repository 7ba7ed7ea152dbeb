package onsale.catalog.poster;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;

/**
 * Makes a poster from what an organiser has sent: decoded and encoded anew, so that nothing but
 * pixels is left of it. Its size is looked at before it is decoded, and one is decoded at a time,
 * so that the memory is bounded.
 */
final class EncodePoster {

    static final int WIDTH_MIN = 300;
    static final int HEIGHT_MIN = 400;
    static final int SIDE_MAX = 8_000;

    /** Wider ones are made smaller: no page shows more. */
    static final int WIDTH_MAX = 1_200;

    private static final int PIXELS_MAX = 40_000_000;
    private static final float QUALITY = 0.86f;
    private static final Set<String> FORMATS = Set.of("jpeg", "png");

    /** A poster as it is kept and served. */
    record Encoded(byte[] jpeg, int width, int height) {}

    /** The outcome of encoding. */
    sealed interface Outcome {
        record Made(Encoded poster) implements Outcome {}

        /**
         * It cannot be a poster.
         *
         * @param why as part of a sentence: "the image …"
         */
        record Unfit(String why) implements Outcome {}
    }

    private static Outcome unfit(String why) {
        return new Outcome.Unfit(why);
    }

    synchronized Outcome run(byte[] sent) {
        try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(sent))) {
            Optional<ImageReader> found = reader(in);
            if (found.isEmpty()) {
                return unfit("is neither JPEG nor PNG");
            }
            ImageReader reader = found.get();
            try {
                reader.setInput(in, true, true);
                return read(reader);
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException e) { // readers throw anything at broken files
            return unfit("cannot be read to its end");
        }
    }

    private static Optional<ImageReader> reader(ImageInputStream in) throws IOException {
        for (Iterator<ImageReader> all = ImageIO.getImageReaders(in); all.hasNext(); ) {
            ImageReader reader = all.next();
            if (FORMATS.contains(reader.getFormatName().toLowerCase(Locale.ROOT))) {
                return Optional.of(reader);
            }
        }
        return Optional.empty();
    }

    private static Outcome read(ImageReader reader) throws IOException {
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        if (width < WIDTH_MIN || height < HEIGHT_MIN) {
            return unfit(
                    "has %d × %d pixels but needs %d × %d"
                            .formatted(width, height, WIDTH_MIN, HEIGHT_MIN));
        }
        if (width > SIDE_MAX || height > SIDE_MAX || (long) width * height > PIXELS_MAX) {
            return unfit("has %d × %d pixels, which is too many".formatted(width, height));
        }
        ImageReadParam param = reader.getDefaultReadParam();
        int step = Math.max(1, width / (2 * WIDTH_MAX));
        param.setSourceSubsampling(step, step, 0, 0);
        BufferedImage scaled = scaled(reader.read(0, param));
        return new Outcome.Made(new Encoded(jpeg(scaled), scaled.getWidth(), scaled.getHeight()));
    }

    /** On white, because JPEG has nothing that shines through. */
    private static BufferedImage scaled(BufferedImage image) {
        int width = Math.min(WIDTH_MAX, image.getWidth());
        int height =
                Math.max(1, Math.round(image.getHeight() * (width / (float) image.getWidth())));
        BufferedImage scaled = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = scaled.createGraphics();
        graphics.setRenderingHint(
                RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(image, 0, 0, width, height, Color.WHITE, null);
        graphics.dispose();
        return scaled;
    }

    private static byte[] jpeg(BufferedImage image) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            ImageWriteParam param = writer.getDefaultWriteParam();
            param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            param.setCompressionQuality(QUALITY);
            param.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), param);
            out.flush();
            return bytes.toByteArray();
        } finally {
            writer.dispose();
        }
    }
}
