package onsale.edge.front.access;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.http.server.PathContainer;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;

/** Whether any controller answers a path, with whatever method. */
public final class ControllerPaths implements Predicate<String> {

    private final List<PathPattern> patterns;

    public ControllerPaths(List<RequestMappingHandlerMapping> mappings) {
        this.patterns =
                mappings.stream()
                        .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
                        .map(RequestMappingInfo::getPathPatternsCondition)
                        .flatMap(condition ->
                                condition == null
                                        ? Stream.empty()
                                        : condition.getPatterns().stream())
                        .toList();
    }

    @Override
    public boolean test(String path) {
        PathContainer asked = PathContainer.parsePath(path);
        return patterns.stream().anyMatch(pattern -> pattern.matches(asked));
    }
}
