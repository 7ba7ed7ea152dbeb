package onsale.platform.front;

import java.util.concurrent.CompletionStage;
import onsale.platform.access.CurrentUser;
import org.jspecify.annotations.Nullable;

/**
 * A POST of a signed-in user that is answered without a thread of its own: it starts on an event
 * loop under the rules of {@link HotRead} and completes asynchronously. The front gives it only
 * requests with a small JSON body and a token that is known to be valid; a controller at the same
 * path answers all others.
 */
public interface HotPost {

    /** The exact path. */
    String path();

    /**
     * Returns a stage with the answer, which must not fail, or null to let the framework answer.
     * The request is valid only until this method returns.
     */
    @Nullable CompletionStage<HotAnswer> answer(HotRequest request, CurrentUser user, String body);
}
