package onsale.edge.apidocs;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;

/** The success response of an operation whose handler returns bytes or has no controller. */
final class SuccessResponse {

    private SuccessResponse() {}

    /** Replaces the content of the success response. */
    static void set(Operation operation, String mediaType, Schema<?> schema) {
        ApiResponses responses = operation.getResponses();
        String status =
                responses.keySet().stream()
                        .filter(each -> each.startsWith("2"))
                        .findFirst()
                        .orElse("200");
        responses
                .computeIfAbsent(status, _ -> new ApiResponse().description("OK"))
                .setContent(new Content().addMediaType(mediaType, new MediaType().schema(schema)));
    }
}
