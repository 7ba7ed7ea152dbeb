package onsale.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import onsale.edge.front.route.Routes;
import org.junit.jupiter.api.Test;

/** Every handler of every context has its line in the table of who may call it. */
class EveryRouteTest {

    @Test
    void everyHandlerHasItsLine() {
        assertThat(forgotten(ProductHandlers.all())).as("Put these into Routes").isEmpty();
    }

    @Test
    void aPlantedHandlerIsFound() {
        assertThat(forgotten(ProductHandlers.in("onsale.edge.planted", "/test-classes/")))
                .containsExactly("POST /api/forgotten/{id}");
    }

    private static List<String> forgotten(List<String> handlers) {
        assertThat(handlers).isNotEmpty();
        return handlers.stream().filter(EveryRouteTest::isForgotten).toList();
    }

    private static boolean isForgotten(String handler) {
        String[] parts = handler.split(" ", 2);
        if (parts[1].startsWith("/internal/")) {
            return false; // behind the service key on the management port, refused at the other
        }
        Routes.Route line = Routes.of(parts[0], parts[1]);
        return line.path().equals("/**") || line.access() == Routes.Access.NOBODY;
    }
}
