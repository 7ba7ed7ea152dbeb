package onsale.edge.apidocs;

import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.converter.ResolvedSchema;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import onsale.edge.front.route.Routes;
import onsale.edge.front.route.Routes.Access;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.platform.front.RenderedAs;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.StringUtils;

/**
 * The OpenAPI document at {@code /v3/api-docs}, generated from the controllers and the front: every
 * public operation, who may use it according to {@link Routes}, its response and its problems.
 */
@Configuration(proxyBeanMethods = false)
public class ApiDocs {

    private static final String TOKEN = "accessToken";
    private static final String CURRENT_USER = "CurrentUser";
    private static final List<String> PUBLISHED = List.of("/api/", "/.well-known/");

    static {
        // it comes from the token, not from a parameter
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(CurrentUser.class, Actor.class);
    }

    @Bean
    OpenAPI openApi(ObjectProvider<BuildProperties> build) {
        @Nullable BuildProperties known = build.getIfAvailable();
        @Nullable String version = known == null ? null : known.getVersion();
        return new OpenAPI()
                // the one that sent the document
                .servers(List.of(new Server().url("/")))
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
    ModelConverter recordSchemas() {
        return new RecordSchemas();
    }

    @Bean
    OperationCustomizer declaredResponses() {
        return (operation, handler) -> {
            String controller = handler.getBeanType().getSimpleName().replace("Controller", "");
            operation.setOperationId(
                    StringUtils.uncapitalize(controller)
                            + StringUtils.capitalize(handler.getMethod().getName()));
            operation.addExtension(
                    Declared.EXTENSION,
                    Declared.of(
                            handler.getMethodAnnotation(RenderedAs.class),
                            handler.getMethodAnnotation(ProblemCodes.class),
                            handler.getBeanType().getAnnotation(ProblemsOf.class)));
            return operation;
        };
    }

    @Bean
    GlobalOpenApiCustomizer publishedOperations(ListableBeanFactory beans) {
        return api -> {
            Paths published = new Paths();
            if (api.getPaths() == null) {
                api.setPaths(new Paths());
            }
            HotOperations.find(beans).forEach(hot -> hot.addTo(api));
            api.getPaths()
                    .forEach((path, item) -> {
                        if (PUBLISHED.stream().anyMatch(path::startsWith)) {
                            item.readOperationsMap()
                                    .forEach((method, operation) ->
                                            complete(api, path, method, operation));
                            published.addPathItem(path, item);
                        }
                    });
            api.setPaths(published);
            // not earlier, because a schema without references is dropped
            api.schema(ProblemResponses.SCHEMA, ProblemResponses.schema());
            api.getComponents().getSchemas().remove(CURRENT_USER);
        };
    }

    private static void complete(OpenAPI api, String path, HttpMethod method, Operation operation) {
        Access access = Routes.of(method.name(), path).access();
        if (access != Access.PUBLIC) {
            operation.addSecurityItem(new SecurityRequirement().addList(TOKEN));
        }
        dropCurrentUser(operation);
        Declared declared = Declared.takeFrom(operation);
        if (declared.rendered() != null) {
            SuccessResponse.set(
                    operation, declared.rendered().mediaType(), schema(api, declared.rendered()));
        }
        ProblemResponses.add(operation, path, access, declared.problems());
    }

    private static Schema<?> schema(OpenAPI api, RenderedAs rendered) {
        if (rendered.value() == byte[].class) {
            return new StringSchema().format("binary");
        }
        ResolvedSchema resolved =
                ModelConverters.getInstance(true)
                        .resolveAsResolvedSchema(
                                new AnnotatedType(rendered.value()).resolveAsRef(true));
        resolved.referencedSchemas.forEach(api::schema);
        return resolved.schema;
    }

    /** Removes optional users, which the ignored wrapper type does not cover. */
    private static void dropCurrentUser(Operation operation) {
        if (operation.getParameters() != null) {
            operation
                    .getParameters()
                    .removeIf(parameter ->
                            parameter.getSchema() != null
                                    && ("#/components/schemas/" + CURRENT_USER)
                                            .equals(parameter.getSchema().get$ref()));
        }
    }
}
