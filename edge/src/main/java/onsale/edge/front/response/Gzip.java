package onsale.edge.front.response;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compresses bytes at a chosen level. */
public final class Gzip {

    private static final int BUFFER_BYTES = 8_192;

    private Gzip() {}

    /**
     * Compresses bytes.
     *
     * @param level of {@link java.util.zip.Deflater}
     */
    public static byte[] compress(byte[] plain, int level) {
        var out = new ByteArrayOutputStream(plain.length / 3 + 64);
        try (var zip = new Leveled(out, level)) {
            zip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static final class Leveled extends GZIPOutputStream {
        Leveled(ByteArrayOutputStream out, int level) throws IOException {
            super(out, BUFFER_BYTES);
            def.setLevel(level);
        }
    }
}
