package onsale.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import onsale.platform.front.RenderedAs;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;

/** Every handler of every context declares what it answers, down to the last field. */
class TypedHandlersTest {

    @Test
    void everyHandlerDeclaresWhatItAnswers() {
        Map<String, Method> handlers = new TreeMap<>(ProductHandlers.methods());
        // what the server itself refuses, which is a problem and never described
        handlers.keySet().removeIf(handler -> handler.endsWith(" /error"));

        assertThat(untyped(handlers)).isEmpty();
    }

    @Test
    void aPlantedHandlerIsFound() {
        assertThat(untyped(ProductHandlers.methodsIn("onsale.edge.untyped", "/test-classes/")))
                .containsExactlyInAnyOrder(
                        "GET /api/untyped/wildcard",
                        "GET /api/untyped/raw",
                        "GET /api/untyped/object",
                        "GET /api/untyped/map",
                        "GET /api/untyped/list",
                        "GET /api/untyped/bytes",
                        "GET /api/untyped/vague");
    }

    private static List<String> untyped(Map<String, Method> handlers) {
        assertThat(handlers).isNotEmpty();
        return handlers.entrySet().stream()
                .filter(handler -> !isDeclared(handler.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isDeclared(Method handler) {
        Type answer = handler.getGenericReturnType();
        if (answer instanceof ParameterizedType generic
                && generic.getRawType() == ResponseEntity.class) {
            answer = generic.getActualTypeArguments()[0];
        }
        if (answer == byte[].class) {
            return handler.isAnnotationPresent(RenderedAs.class);
        }
        boolean isMap = answer instanceof ParameterizedType map && map.getRawType() == Map.class;
        return !isMap && isKnown(answer, new HashSet<>());
    }

    private static boolean isKnown(Type type, Set<Type> seen) {
        if (!seen.add(type)) {
            return true; // a record within itself
        }
        return switch (type) {
            case ParameterizedType generic ->
                    Arrays.stream(generic.getActualTypeArguments())
                                    .allMatch(argument -> isKnown(argument, seen))
                            && (!(generic.getRawType() instanceof Class<?> raw)
                                    || !raw.isRecord()
                                    || areKnown(raw, seen));
            case TypeVariable<?> _ -> true; // of a generic record, whose argument was looked at
            case Class<?> plain ->
                    plain != Object.class
                            && plain.getTypeParameters().length == 0
                            && (!plain.isRecord() || areKnown(plain, seen));
            default -> false; // a wildcard
        };
    }

    private static boolean areKnown(Class<?> record, Set<Type> seen) {
        return Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getGenericType)
                .allMatch(type -> isKnown(type, seen));
    }
}
