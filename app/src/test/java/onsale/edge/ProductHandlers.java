package onsale.edge;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Every handler of every controller on the class path, read as the framework reads it. */
public final class ProductHandlers {

    private ProductHandlers() {}

    /** Those of the product, such as {@code "POST /api/auth/login"}. */
    public static List<String> all() {
        return in("onsale", "/classes/", ".jar");
    }

    /** Those whose class file is in one of the given places: the product's, or the tests'. */
    static List<String> in(String inPackage, String... places) {
        return List.copyOf(methodsIn(inPackage, places).keySet());
    }

    /** The Java method of each of the product's handlers. */
    static Map<String, Method> methods() {
        return methodsIn("onsale", "/classes/", ".jar");
    }

    static Map<String, Method> methodsIn(String inPackage, String... places) {
        Map<String, Method> handlers = new TreeMap<>();
        Mappings mappings = new Mappings();
        for (Class<?> controller : controllers(inPackage, places)) {
            mappings.of(controller)
                    .forEach((method, mapping) -> {
                        for (String path : mapping.getPatternValues()) {
                            methods(mapping)
                                    .forEach(verb -> handlers.put(verb + " " + path, method));
                        }
                    });
        }
        return handlers;
    }

    private static List<String> methods(RequestMappingInfo mapping) {
        Set<RequestMethod> given = mapping.getMethodsCondition().getMethods();
        return (given.isEmpty() ? Set.of(RequestMethod.values()) : given)
                .stream().map(RequestMethod::name).toList();
    }

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

        Map<Method, RequestMappingInfo> of(Class<?> controller) {
            Map<Method, RequestMappingInfo> found = new HashMap<>();
            MethodIntrospector.selectMethods(
                            controller,
                            (MethodIntrospector.MetadataLookup<@Nullable RequestMappingInfo>)
                                    method -> getMappingForMethod(method, controller))
                    .forEach((method, mapping) -> {
                        if (mapping != null) {
                            found.put(method, mapping);
                        }
                    });
            return found;
        }
    }
}
