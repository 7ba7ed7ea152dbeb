package onsale.edge.front.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import onsale.edge.front.Fronts;
import onsale.platform.StartFailure;
import org.junit.jupiter.api.Test;

/** The front never lets in more than the process has descriptors for. */
class ConnectionCapacityTest {

    @Test
    void asManyAsFitUnlessToldOtherwise() {
        assertThat(fitting(1_048_576)).isEqualTo(50_000);
        assertThat(fitting(20_000)).isEqualTo(20_000 - 512);
        assertThat(fitting(4_096)).isEqualTo(4_096 - 512);
        assertThat(fitting(1_024)).isEqualTo(512);
        assertThat(fitting(Long.MAX_VALUE)).isEqualTo(50_000);
    }

    @Test
    void whatDoesNotFitIsRefusedInOneSentence() {
        FrontSettings asked = Fronts.settings(Map.of("connections-max", "50000"));

        assertThatThrownBy(() -> ConnectionCapacity.connections(asked, 20_000))
                .isInstanceOf(StartFailure.class)
                .hasMessage(
                        "Too few file descriptors (20000, but 50512 are needed for"
                                + " onsale.front.connections-max=50000): raise the limit, e.g."
                                + " ulimit -n 50512, or leave the setting out.");
        assertThat(ConnectionCapacity.connections(asked, 50_512)).isEqualTo(50_000);
    }

    private static int fitting(long descriptors) {
        return ConnectionCapacity.connections(Fronts.settings(Map.of()), descriptors);
    }
}
