package onsale.edge;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.web.servlet.HandlerMapping;

/** Knows whether anybody would answer a request. */
final class Handlers {

    private final Supplier<List<HandlerMapping>> mappings;

    /** They exist later than filters do, hence the supplier. */
    Handlers(Supplier<List<HandlerMapping>> mappings) {
        this.mappings = mappings;
    }

    boolean exist(HttpServletRequest request) {
        for (HandlerMapping mapping : mappings.get()) {
            try {
                if (mapping.getHandler(request) != null) {
                    return true;
                }
            } catch (Exception e) {
                return true; // the path is known, but not with this method or type
            }
        }
        return false;
    }
}
