package onsale.ops;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * All checks: the files {@code onsale/<context>/checks/<name>.sql} of all contexts, which the tests
 * of the contexts run too.
 */
final class IntegrityChecks {

    private static final Pattern PLACE =
            Pattern.compile(".*/onsale/([a-z]+)/checks/([a-z_]+)\\.sql");

    private final List<IntegrityCheck> all;

    private IntegrityChecks(List<IntegrityCheck> all) {
        this.all = all;
    }

    static IntegrityChecks load() {
        try {
            Resource[] files =
                    new PathMatchingResourcePatternResolver()
                            .getResources("classpath*:onsale/*/checks/*.sql");
            return new IntegrityChecks(
                    Stream.of(files)
                            .map(IntegrityChecks::read)
                            .sorted(
                                    Comparator.comparing(IntegrityCheck::severity)
                                            .thenComparing(IntegrityCheck::name))
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IntegrityCheck read(Resource file) {
        try {
            Matcher place = PLACE.matcher(file.getURL().toString());
            if (!place.matches()) {
                throw new IllegalStateException("a check in an odd place: " + file.getURL());
            }
            return IntegrityCheck.read(
                    place.group(2),
                    place.group(1),
                    file.getContentAsString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<IntegrityCheck> all() {
        return all;
    }

    Optional<IntegrityCheck> find(String name) {
        return all.stream().filter(check -> check.name().equals(name)).findFirst();
    }
}
