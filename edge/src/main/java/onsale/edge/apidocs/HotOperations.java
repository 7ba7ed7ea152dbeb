package onsale.edge.apidocs;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import onsale.platform.front.EventStream;
import onsale.platform.front.HotPost;
import onsale.platform.front.HotRead;
import onsale.platform.front.RenderedAs;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.http.MediaType;

/** Operations that the front answers, most of which have no controller that describes them. */
final class HotOperations {

    private static final String HOT_READ = "x-hot-read";

    /** What else the front answers, such as pages, is no part of the API. */
    private static final String API = "/api/";

    private HotOperations() {}

    static List<HotOperation> find(ListableBeanFactory beans) {
        List<HotOperation> all = new ArrayList<>();
        beans.getBeansOfType(HotRead.class)
                .forEach((name, bean) ->
                        all.add(operation(beans, name, HttpMethod.GET, bean.path(), false)));
        beans.getBeansOfType(HotPost.class)
                .forEach((name, bean) ->
                        all.add(operation(beans, name, HttpMethod.POST, bean.path(), false)));
        beans.getBeansOfType(EventStream.class)
                .forEach((name, bean) ->
                        all.add(operation(beans, name, HttpMethod.GET, bean.path(), true)));
        all.removeIf(operation -> !operation.path().startsWith(API));
        return all;
    }

    private static HotOperation operation(
            ListableBeanFactory beans,
            String name,
            HttpMethod method,
            String path,
            boolean isStream) {
        Declared declared =
                Declared.of(
                        beans.findAnnotationOnBean(name, RenderedAs.class),
                        beans.findAnnotationOnBean(name, ProblemCodes.class),
                        beans.findAnnotationOnBean(name, ProblemsOf.class));
        return new HotOperation(method, path, declared, isStream);
    }

    record HotOperation(HttpMethod method, String path, Declared declared, boolean isStream) {

        /** Completes the operations that controllers describe at this path, or adds one. */
        void addTo(OpenAPI api) {
            for (Operation operation : operations(api)) {
                operation.addExtension(HOT_READ, true);
                operation.addExtension(Declared.EXTENSION, Declared.in(operation).and(declared));
                if (isStream) {
                    SuccessResponse.set(
                            operation,
                            MediaType.TEXT_EVENT_STREAM_VALUE,
                            new StringSchema()
                                    .description("Server-sent events, each data is JSON"));
                }
            }
        }

        private List<Operation> operations(OpenAPI api) {
            Pattern described = Pattern.compile(Pattern.quote(path).replace("/*", "/\\E[^/]+\\Q"));
            List<Operation> known =
                    api.getPaths().entrySet().stream()
                            .filter(entry -> described.matcher(entry.getKey()).matches())
                            .map(entry -> entry.getValue().readOperationsMap().get(method))
                            .filter(Objects::nonNull)
                            .toList();
            if (!known.isEmpty()) {
                return known;
            }
            Operation operation = new Operation().responses(new ApiResponses());
            PathItem item = new PathItem();
            item.operation(method, operation);
            api.getPaths().addPathItem(path.replace("/*", "/{id}"), item);
            return List.of(operation);
        }
    }
}
