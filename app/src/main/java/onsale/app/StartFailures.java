package onsale.app;

import java.net.BindException;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;

/** Finds the sentence for the operator in what a start threw, however deep it was wrapped. */
final class StartFailures {

    private StartFailures() {}

    static RuntimeException explain(RuntimeException thrown) {
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            switch (t) {
                case StartFailure failure -> {
                    return failure;
                }
                case PortInUseException port -> {
                    return new StartFailure(
                            "Port %d is taken: stop what listens there or give another."
                                    .formatted(port.getPort()),
                            thrown);
                }
                case BindException bind -> {
                    return new StartFailure("A port is taken: " + bind.getMessage() + ".", thrown);
                }
                default -> {
                    // look deeper
                }
            }
        }
        return thrown;
    }
}
