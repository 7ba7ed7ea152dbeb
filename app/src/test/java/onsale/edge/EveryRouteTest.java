package onsale.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Every handler of every context has its line in the table of who may call it. */
class EveryRouteTest {

    @Test
    void everyHandlerHasItsLine() {
        List<String> forgotten = forgotten(controllers("onsale", "/classes/", ".jar"));

        assertThat(forgotten).as("Put these into Routes").isEmpty();
    }

    @Test
    void aPlantedHandlerIsFound() {
        assertThat(forgotten(controllers("onsale.edge.planted", "/test-classes/")))
                .containsExactly("POST /api/forgotten/{id}");
    }

    private static List<String> forgotten(List<Class<?>> controllers) {
        assertThat(controllers).isNotEmpty();
        List<String> forgotten = new ArrayList<>();
        Mappings mappings = new Mappings();
        for (Class<?> controller : controllers) {
            for (RequestMappingInfo mapping : mappings.of(controller)) {
                for (String path : mapping.getPatternValues()) {
                    for (String method : methods(mapping)) {
                        Routes.Route line = Routes.of(method, PathContainer.parsePath(path));
                        if (line.path().toString().equals("/**")
                                || line.access() == Routes.Access.NOBODY) {
                            forgotten.add(method + " " + path);
                        }
                    }
                }
            }
        }
        return forgotten;
    }

    private static List<String> methods(RequestMappingInfo mapping) {
        Set<RequestMethod> given = mapping.getMethodsCondition().getMethods();
        return (given.isEmpty() ? Set.of(RequestMethod.values()) : given)
                .stream().map(RequestMethod::name).toList();
    }

    /** Those whose class file is in one of the given places: the product's, or the tests'. */
    private static List<Class<?>> controllers(String inPackage, String... places) {
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(Controller.class));
        List<Class<?>> found = new ArrayList<>();
        for (var candidate : scanner.findCandidateComponents(inPackage)) {
            String from = String.valueOf(candidate.getResourceDescription());
            if (List.of(places).stream().anyMatch(from::contains)) {
                found.add(
                        ClassUtils.resolveClassName(
                                String.valueOf(candidate.getBeanClassName()), null));
            }
        }
        return found;
    }

    /** The framework's own reading of a controller. */
    private static final class Mappings extends RequestMappingHandlerMapping {

        Mappings() {
            setApplicationContext(new StaticWebApplicationContext());
            afterPropertiesSet();
        }

        List<RequestMappingInfo> of(Class<?> controller) {
            return List.copyOf(
                    MethodIntrospector.selectMethods(
                                    controller,
                                    (MethodIntrospector.MetadataLookup<
                                                    @Nullable RequestMappingInfo>)
                                            method -> getMappingForMethod(method, controller))
                            .values());
        }
    }
}
