package onsale.edge.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import onsale.platform.StartFailure;
import org.junit.jupiter.api.Test;

/** The door never lets in more than the process has descriptors for. */
class CapacityTest {

    @Test
    void asManyAsFitUnlessToldOtherwise() {
        assertThat(fitting(1_048_576)).isEqualTo(50_000);
        assertThat(fitting(20_000)).isEqualTo(20_000 - 512 - 2 * 512);
        assertThat(fitting(4_096)).isEqualTo(4_096 - 512 - 2 * 512);
        assertThat(fitting(1_024)).isEqualTo(256);
        assertThat(fitting(Long.MAX_VALUE)).isEqualTo(50_000);
    }

    /** Every connection with a request that is passed on, and something left for the rest. */
    @Test
    void theWorstCaseFits() {
        for (int descriptors = 1_024; descriptors < 100_000; descriptors += 512) {
            int connections = fitting(descriptors);
            int atServer = Math.min(connections, 512);

            assertThat(descriptors - connections - 2 * atServer)
                    .as(descriptors + " descriptors")
                    .isGreaterThanOrEqualTo(256);
        }
    }

    @Test
    void whatDoesNotFitIsRefusedInOneSentence() {
        DoorSettings asked = Doors.settings(Map.of("connections-max", "50000"));

        assertThatThrownBy(() -> Capacity.connections(asked, 20_000))
                .isInstanceOf(StartFailure.class)
                .hasMessage(
                        "Too few file descriptors (20000, but 51536 are needed for"
                                + " onsale.door.connections-max=50000): raise the limit, e.g."
                                + " ulimit -n 51536, or leave the setting out.");
        assertThat(Capacity.connections(asked, 51_536)).isEqualTo(50_000);
    }

    private static int fitting(long descriptors) {
        return Capacity.connections(Doors.settings(Map.of()), descriptors);
    }
}
