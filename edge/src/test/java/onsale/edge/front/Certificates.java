package onsale.edge.front;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** Certificates that sign themselves, as PEM files. */
record Certificates(Path directory) {

    private static final String PASSWORD = "password";

    Path certificate() {
        return directory.resolve("certificate.pem");
    }

    Path privateKey() {
        return directory.resolve("key.pem");
    }

    void write(String name) throws Exception {
        Path store = directory.resolve(name + ".p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "it",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=" + name,
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new AssertionError(
                    new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        pem(certificate(), "CERTIFICATE", keys.getCertificate("it").getEncoded());
        pem(privateKey(), "PRIVATE KEY", keys.getKey("it", PASSWORD.toCharArray()).getEncoded());
    }

    private static void pem(Path file, String type, byte[] content) throws Exception {
        String text =
                "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                        .formatted(type, Base64.getMimeEncoder().encodeToString(content), type);
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
