package onsale.user;

import java.util.Base64;
import java.util.UUID;
import onsale.platform.access.AccessClaims;
import onsale.platform.access.TokenBlacklist;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds the session in an access token that the edge has already verified. */
final class Bearer {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Bearer() {}

    /** Null for a token that is not of our making. */
    static @Nullable UUID session(String authorization) {
        String[] parts = authorization.strip().split("\\.", -1);
        if (parts.length != 3) {
            return null;
        }
        try {
            JsonNode id =
                    JSON.readTree(Base64.getUrlDecoder().decode(parts[1]))
                            .path(AccessClaims.TOKEN_ID);
            return id.isString() ? UUID.fromString(TokenBlacklist.session(id.stringValue())) : null;
        } catch (JacksonException | IllegalArgumentException e) {
            return null;
        }
    }
}
