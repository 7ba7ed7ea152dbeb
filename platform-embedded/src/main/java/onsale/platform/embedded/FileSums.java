package onsale.platform.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of files, in the form of {@code sha256sum}. */
final class FileSums {

    private static final int BUFFER_BYTES = 1 << 16;

    private FileSums() {}

    /** The sum of what is copied by it. */
    static final class Sum {

        private final MessageDigest digest;

        Sum() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e); // every JDK has it
            }
        }

        void copy(InputStream in, OutputStream out) throws IOException {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
                out.write(buffer, 0, read);
            }
        }

        String hex() {
            return HexFormat.of().formatHex(digest.digest());
        }
    }

    static String of(Path file) throws IOException {
        Sum sum = new Sum();
        try (InputStream in = Files.newInputStream(file)) {
            sum.copy(in, OutputStream.nullOutputStream());
        }
        return sum.hex();
    }
}
