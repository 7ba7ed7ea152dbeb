package onsale.platform.door;

import java.util.concurrent.CompletionStage;
import onsale.platform.access.CurrentUser;
import org.jspecify.annotations.Nullable;

/**
 * A POST of a signed-in user that is answered without a thread of its own: it starts on an event
 * loop under the rules of {@link HotRead} and ends whenever its answer is there. The door offers it
 * plain requests only, a small JSON body and a token that it knows to be good; a controller at the
 * same path answers all others.
 */
public interface HotCall {

    /** The exact path. */
    String path();

    /**
     * The answer to come, which must not fail; or null to let the ordinary server answer. The
     * request is valid only during the call.
     */
    @Nullable CompletionStage<HotAnswer> answer(HotRequest request, CurrentUser user, String body);
}
