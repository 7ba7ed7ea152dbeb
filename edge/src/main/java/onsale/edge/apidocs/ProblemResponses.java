package onsale.edge.apidocs;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import onsale.edge.front.route.Routes.Access;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCode;
import org.springframework.http.MediaType;

/** Adds the problems of an operation to the OpenAPI document: by status, with their codes. */
final class ProblemResponses {

    static final String SCHEMA = "Problem";
    private static final String CODES = "x-problem-codes";

    private ProblemResponses() {}

    /**
     * Adds the problems that an operation declares, and those that the platform may answer.
     *
     * @param declared by the operation itself
     */
    static void add(Operation operation, String path, Access access, List<ProblemCode> declared) {
        Map<Integer, List<String>> byStatus = new TreeMap<>();
        List<ProblemCode> all = new ArrayList<>(ofThePlatform(operation, path, access));
        all.addAll(declared);
        all.stream()
                .distinct()
                .forEach(code ->
                        byStatus.computeIfAbsent(code.status(), _ -> new ArrayList<>())
                                .add(code.code()));
        byStatus.forEach((status, codes) ->
                operation
                        .getResponses()
                        .addApiResponse(
                                "" + status, response(String.join(", ", codes), withCodes(codes))));
        operation
                .getResponses()
                .addApiResponse(ApiResponses.DEFAULT, response("Any other problem", reference()));
        operation.addExtension(CODES, byStatus.values().stream().flatMap(List::stream).toList());
    }

    private static List<ProblemCode> ofThePlatform(
            Operation operation, String path, Access access) {
        boolean hasBody = operation.getRequestBody() != null;
        boolean hasParameters =
                operation.getParameters() != null && !operation.getParameters().isEmpty();
        List<ProblemCode> codes = new ArrayList<>(List.of(PlatformProblems.BAD_REQUEST));
        if (hasBody || hasParameters) {
            codes.add(PlatformProblems.INVALID);
        }
        if (hasBody) {
            codes.add(PlatformProblems.UNREADABLE);
            codes.add(PlatformProblems.TOO_LARGE);
            codes.add(PlatformProblems.UNSUPPORTED_MEDIA_TYPE);
        }
        if (access != Access.PUBLIC) {
            codes.add(PlatformProblems.NOT_SIGNED_IN);
        }
        if (access != Access.PUBLIC && access != Access.USER) {
            codes.add(PlatformProblems.NOT_ALLOWED);
        }
        if (path.contains("{")) {
            codes.add(PlatformProblems.NOT_FOUND);
        }
        codes.add(PlatformProblems.NOT_ACCEPTABLE);
        codes.add(PlatformProblems.TOO_MANY);
        codes.add(PlatformProblems.INTERNAL);
        codes.add(PlatformProblems.UNAVAILABLE);
        codes.add(PlatformProblems.TIMEOUT);
        return codes;
    }

    private static ApiResponse response(String description, Schema<?> schema) {
        return new ApiResponse()
                .description(description)
                .content(
                        new Content()
                                .addMediaType(
                                        MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                                        new io.swagger.v3.oas.models.media.MediaType()
                                                .schema(schema)));
    }

    private static Schema<?> withCodes(List<String> codes) {
        return new Schema<>()
                .addAllOfItem(reference())
                .addAllOfItem(
                        object(Map.of("code", new StringSchema()._enum(codes)), List.of("code")));
    }

    private static Schema<?> reference() {
        return new Schema<>().$ref("#/components/schemas/" + SCHEMA);
    }

    static Schema<?> schema() {
        Map<String, Schema<?>> error = new LinkedHashMap<>();
        error.put("field", new StringSchema());
        error.put("message", new StringSchema());
        Map<String, Schema<?>> properties = new LinkedHashMap<>();
        properties.put("type", new StringSchema());
        properties.put("title", new StringSchema());
        properties.put("status", new IntegerSchema());
        properties.put("detail", new StringSchema());
        properties.put("code", new StringSchema());
        properties.put("traceId", new StringSchema());
        List<String> required = List.copyOf(properties.keySet());
        properties.put(
                "errors", new ArraySchema().items(object(error, List.copyOf(error.keySet()))));
        return object(properties, required)
                .description("RFC 9457, with a stable code and the id of the request");
    }

    private static Schema<?> object(
            Map<String, ? extends Schema<?>> properties, List<String> required) {
        Schema<?> object = new ObjectSchema();
        properties.forEach(object::addProperty);
        object.setRequired(required);
        return object;
    }
}
