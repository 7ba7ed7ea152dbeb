package onsale.edge.apidocs;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Completes the schemas of records: a component is required unless it is {@code @Nullable}. A
 * nullable one may be missing or, unless nulls are left out, null. Two records with the same name
 * would silently share one schema, so the second is an error.
 */
final class RecordSchemas implements ModelConverter {

    private static final String REFERENCE = "#/components/schemas/";

    private final Map<String, Class<?>> owners = new ConcurrentHashMap<>();

    @Override
    public @Nullable Schema<?> resolve(
            AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        if (!chain.hasNext()) {
            return null;
        }
        @Nullable Schema<?> schema = chain.next().resolve(type, context, chain);
        Class<?> raw = Json31.mapper().constructType(type.getType()).getRawClass();
        if (schema != null && raw.isRecord()) {
            @Nullable String reference = schema.get$ref();
            @Nullable Schema<?> model =
                    reference == null
                            ? schema
                            : context.getDefinedModels()
                                    .get(reference.substring(REFERENCE.length()));
            if (model != null && model.getProperties() != null) {
                checkUnique(model.getName(), raw);
                complete(model, raw);
            }
        }
        return schema;
    }

    private void checkUnique(@Nullable String name, Class<?> raw) {
        if (name != null) {
            Class<?> owner = owners.computeIfAbsent(name, _ -> raw);
            // by name, since the same class may come from another class loader
            if (!owner.getName().equals(raw.getName())) {
                throw new IllegalStateException(
                        "%s and %s would both be described as %s"
                                .formatted(owner.getName(), raw.getName(), name));
            }
        }
    }

    private static void complete(Schema<?> model, Class<?> raw) {
        @SuppressWarnings("rawtypes")
        Map<String, Schema> properties = model.getProperties();
        @Nullable JsonInclude included = raw.getAnnotation(JsonInclude.class);
        boolean leavesNullsOut =
                included != null && included.value() == JsonInclude.Include.NON_NULL;
        List<String> required = new ArrayList<>();
        for (RecordComponent component : raw.getRecordComponents()) {
            String name = component.getName();
            @Nullable Schema<?> property = properties.get(name);
            if (property != null) {
                boolean isNullable = isNullable(component.getAnnotatedType());
                elementsWithNulls(property, component.getAnnotatedType());
                properties.put(name, isNullable && !leavesNullsOut ? nullable(property) : property);
                if (!isNullable) {
                    required.add(name);
                }
            }
        }
        model.setRequired(required);
    }

    private static void elementsWithNulls(
            Schema<?> schema, java.lang.reflect.AnnotatedType declared) {
        if (declared instanceof AnnotatedParameterizedType generic) {
            var arguments = generic.getAnnotatedActualTypeArguments();
            var element = arguments[arguments.length - 1]; // of a list, or the value in a map
            if (schema.getItems() != null) {
                schema.setItems(withNulls(schema.getItems(), element));
            } else if (schema.getAdditionalProperties() instanceof Schema<?> values) {
                schema.setAdditionalProperties(withNulls(values, element));
            }
        }
    }

    private static Schema<?> withNulls(Schema<?> schema, java.lang.reflect.AnnotatedType declared) {
        elementsWithNulls(schema, declared);
        return isNullable(declared) ? nullable(schema) : schema;
    }

    private static boolean isNullable(java.lang.reflect.AnnotatedType declared) {
        return declared.isAnnotationPresent(Nullable.class);
    }

    private static Schema<?> nullable(Schema<?> schema) {
        if (schema.get$ref() != null) {
            return new Schema<>()
                    .addAnyOfItem(new Schema<>().$ref(schema.get$ref()))
                    .addAnyOfItem(new Schema<>().types(Set.of("null")));
        }
        if (schema.getTypes() != null && !schema.getTypes().contains("null")) {
            Set<String> types = new TreeSet<>(schema.getTypes());
            types.add("null");
            schema.setTypes(types);
            if (schema.getEnum() != null) {
                addNull(schema);
            }
        }
        return schema;
    }

    /** Adds null to the enum values too, or validators would refuse it. */
    private static <T> void addNull(Schema<T> schema) {
        schema.addEnumItemObject(null);
    }
}
