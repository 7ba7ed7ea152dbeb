package onsale.edge;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Tomcat wants directories, though it keeps nothing in them here. Left alone, each process makes
 * its own, and a killed one leaves them behind for ever. All of one user share these instead.
 */
public final class TomcatDirectory
        implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private static final Logger LOG = LoggerFactory.getLogger(TomcatDirectory.class);
    private static final String OURS_ALONE = "rwx------";

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        String user = System.getProperty("user.name");
        Path home = Path.of(System.getProperty("java.io.tmpdir"), "onsale-tomcat-" + user);
        try {
            if (isOurs(home, user)) {
                factory.setBaseDirectory(home.toFile());
                factory.setDocumentRoot(Files.createDirectories(home.resolve("root")).toFile());
                return;
            }
            LOG.warn("{} is not ours alone: Tomcat makes directories of its own", home);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn("Tomcat makes directories of its own: {}", e.toString());
        }
    }

    /** Anybody may write to the temporary directory and could have been there first. */
    private static boolean isOurs(Path home, String user) throws IOException {
        try {
            Files.createDirectory(
                    home,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(OURS_ALONE)));
        } catch (FileAlreadyExistsException e) {
            // as it nearly always does
        }
        PosixFileAttributes found =
                Files.readAttributes(home, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return found.isDirectory()
                && found.owner().getName().equals(user)
                && PosixFilePermissions.toString(found.permissions()).equals(OURS_ALONE);
    }
}
