package onsale.rush.fan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import onsale.platform.StartFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles of crowds, as they are read. */
class ProfileTest {

    @Test
    void shippedProfilesAreReadAndTheCrowdComesAsTheySay() {
        for (String name : List.of("evening", "quick", "restless", "waiting")) {
            Profile profile = Profile.load(name);
            SplittableRandom random = new SplittableRandom(1);
            long[] at =
                    random.doubles(10_000)
                            .mapToLong(place -> profile.arrivalNanos(place, 1))
                            .toArray();
            Profile.Stretch first = profile.arrival().getFirst();
            double inFirst = 0;
            for (long one : at) {
                assertThat(one).isBetween(0L, profile.arrivals().toNanos());
                inFirst += one < first.during().toNanos() ? 1.0 / at.length : 0;
            }
            assertThat(inFirst).isBetween(first.share() - 0.03, first.share() + 0.03);
        }
    }

    @Test
    void aProfileThatNobodyUnderstandsIsRefused(@TempDir Path directory) throws Exception {
        String good;
        try (var in = Profile.class.getResourceAsStream("profiles/quick.properties")) {
            assertThat(in).isNotNull();
            good = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
        for (Map.Entry<String, String> bad :
                Map.of(
                                good.replace("abandon           = 5%", "abandon = 500%"),
                                "abandon",
                                good.replace("poll              = 1s", "poll = soon"),
                                "poll",
                                good.replace("6s:60%", "6s:61%"),
                                "not 100 % together",
                                good.replace("hold              = 60s", ""),
                                "lacks hold",
                                good + "\nmood = 5%",
                                "unknown lines: [mood]")
                        .entrySet()) {
            Path file = Files.writeString(directory.resolve("bad.properties"), bad.getKey());
            assertThatThrownBy(() -> Profile.load(file.toString()))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining(bad.getValue());
        }
        assertThatThrownBy(() -> Profile.load("nosuch")).isInstanceOf(StartFailure.class);
    }
}
