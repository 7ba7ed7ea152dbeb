package onsale.edge;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import onsale.edge.Routes.Access;
import onsale.platform.access.CurrentUser;
import onsale.platform.door.EventStream;
import onsale.platform.door.HotRead;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;

/**
 * The description of the API at {@code /v3/api-docs}, made from the controllers: every public call,
 * who may make it according to {@link Routes}, and that any of them may answer with a problem.
 */
@Configuration(proxyBeanMethods = false)
class ApiDocs {

    private static final String TOKEN = "accessToken";
    private static final String PROBLEM = "Problem";
    private static final String CURRENT_USER = "#/components/schemas/CurrentUser";
    private static final String HOT_READ = "x-hot-read";
    private static final List<String> PUBLISHED = List.of("/api/", "/.well-known/");

    static {
        // comes from the token, not from a parameter
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(CurrentUser.class);
    }

    @Bean
    OpenAPI openApi(ObjectProvider<BuildProperties> build) {
        @Nullable BuildProperties known = build.getIfAvailable();
        @Nullable String version = known == null ? null : known.getVersion();
        return new OpenAPI()
                .info(
                        new Info()
                                .title("Onsale")
                                .description("Sells reserved seats.")
                                .version(version == null ? "development" : version))
                .components(
                        new Components()
                                .addSecuritySchemes(
                                        TOKEN,
                                        new SecurityScheme()
                                                .type(SecurityScheme.Type.HTTP)
                                                .scheme("bearer")
                                                .bearerFormat("JWT")));
    }

    @Bean
    GlobalOpenApiCustomizer publishedCalls(
            ObjectProvider<HotRead> hotReads, ObjectProvider<EventStream> streams) {
        List<String> hot =
                Stream.concat(
                                hotReads.stream().map(HotRead::path),
                                streams.stream().map(EventStream::path))
                        .toList();
        return api -> {
            Paths published = new Paths();
            if (api.getPaths() == null) {
                api.setPaths(new Paths());
            }
            hot.forEach(path -> addHot(path, api.getPaths()));
            api.getPaths()
                    .forEach((path, item) -> {
                        if (PUBLISHED.stream().anyMatch(path::startsWith)) {
                            complete(path, item);
                            published.addPathItem(path, item);
                        }
                    });
            api.setPaths(published);
            // not earlier: a schema that nothing refers to yet is dropped
            api.schema(PROBLEM, problem());
            api.setServers(null); // wherever the reader got it from
        };
    }

    /** The door answers these, most without a controller that would describe them. */
    private static void addHot(String hot, Paths paths) {
        Pattern described =
                Pattern.compile(
                        hot.endsWith("/*")
                                ? Pattern.quote(hot.substring(0, hot.length() - 1)) + "[^/]+"
                                : Pattern.quote(hot));
        List<PathItem> known =
                paths.entrySet().stream()
                        .filter(path -> described.matcher(path.getKey()).matches())
                        .map(Map.Entry::getValue)
                        .filter(item -> item.getGet() != null)
                        .toList();
        if (known.isEmpty()) {
            PathItem item = new PathItem().get(new Operation().responses(new ApiResponses()));
            paths.addPathItem(hot.replace("/*", "/{id}"), item);
            known = List.of(item);
        }
        known.forEach(item -> item.getGet().addExtension(HOT_READ, true));
    }

    private static void complete(String path, PathItem item) {
        item.readOperationsMap()
                .forEach((method, operation) -> {
                    Access access =
                            Routes.of(method.name(), PathContainer.parsePath(path)).access();
                    if (access != Access.PUBLIC) {
                        operation.addSecurityItem(new SecurityRequirement().addList(TOKEN));
                    }
                    dropCurrentUser(operation);
                    addProblem(operation);
                });
    }

    /** Where it is optional, the wrapper hides it from the rule above. */
    private static void dropCurrentUser(Operation operation) {
        if (operation.getParameters() != null) {
            operation
                    .getParameters()
                    .removeIf(parameter ->
                            parameter.getSchema() != null
                                    && CURRENT_USER.equals(parameter.getSchema().get$ref()));
        }
    }

    private static void addProblem(Operation operation) {
        Schema<?> schema = new Schema<>().$ref("#/components/schemas/" + PROBLEM);
        operation
                .getResponses()
                .addApiResponse(
                        ApiResponses.DEFAULT,
                        new ApiResponse()
                                .description("A problem")
                                .content(
                                        new Content()
                                                .addMediaType(
                                                        MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                                                        new io.swagger.v3.oas.models.media
                                                                        .MediaType()
                                                                .schema(schema))));
    }

    private static Schema<?> problem() {
        Schema<?> error =
                new ObjectSchema()
                        .addProperty("field", new StringSchema())
                        .addProperty("message", new StringSchema());
        Schema<?> problem =
                new ObjectSchema()
                        .description("RFC 9457, with a stable code and the id of the request")
                        .addProperty("type", new StringSchema())
                        .addProperty("title", new StringSchema())
                        .addProperty("status", new IntegerSchema())
                        .addProperty("detail", new StringSchema())
                        .addProperty("code", new StringSchema())
                        .addProperty("traceId", new StringSchema())
                        .addProperty("errors", new ArraySchema().items(error));
        problem.setRequired(List.of("type", "title", "status", "detail", "code", "traceId"));
        return problem;
    }
}
