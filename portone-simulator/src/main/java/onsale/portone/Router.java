package onsale.portone;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the handler of a method and path; a {@code *} in a path is a variable. */
final class Router {

    private record Route(String method, List<String> parts, Function<Request, Answer> handler) {

        @Nullable List<String> match(List<String> segments) {
            if (segments.size() != parts.size()) {
                return null;
            }
            List<String> variables = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                if (parts.get(i).equals("*")) {
                    variables.add(segments.get(i));
                } else if (!parts.get(i).equals(segments.get(i))) {
                    return null;
                }
            }
            return variables;
        }
    }

    private final List<Route> routes = new ArrayList<>();

    Router on(String method, String path, Function<Request, Answer> handler) {
        routes.add(new Route(method, List.of(path.substring(1).split("/", -1)), handler));
        return this;
    }

    Answer answer(Request request) {
        List<String> segments = Request.segments(request.path());
        boolean known = false;
        for (Route route : routes) {
            @Nullable List<String> variables = route.match(segments);
            if (variables != null) {
                if (route.method().equals(request.method())) {
                    return route.handler().apply(request.withVariables(variables));
                }
                known = true;
            }
        }
        throw known
                ? new PortOneError(405, "METHOD_NOT_ALLOWED", "Not by " + request.method() + ".")
                : new PortOneError(404, "NOT_FOUND", "There is nothing at " + request.path() + ".");
    }
}
