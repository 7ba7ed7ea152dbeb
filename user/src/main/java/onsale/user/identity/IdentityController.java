package onsale.user.identity;

import onsale.platform.portone.PortOneSettings;
import onsale.platform.portone.ProviderPages;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells a browser how to have a person verified before the sign-up. */
@RestController
@ProblemsOf(UserProblems.class)
public final class IdentityController {

    private final PortOneSettings portOne;
    private final ProviderPages pages;

    IdentityController(PortOneSettings portOne) {
        this.portOne = portOne;
        this.pages = new ProviderPages(portOne);
    }

    /**
     * @param url the simulator's page, to which the browser appends a slash, an id of its choice
     *     and {@code ?redirect=}; null for the provider itself, whose SDK takes the store and the
     *     channel
     */
    record IdentityView(
            ProviderPages.Mode mode, @Nullable String url, String storeId, String channelKey) {}

    @GetMapping("/api/auth/identity")
    @ProblemCodes(Codes.IDENTITY_UNAVAILABLE)
    IdentityView identity() {
        if (!portOne.isConfigured()) {
            throw Problem.of(
                            UserProblems.IDENTITY_UNAVAILABLE,
                            "Sign-up is not possible here at the moment.")
                    .exception();
        }
        return new IdentityView(
                pages.mode(), pages.identityUrl(), portOne.storeId(), portOne.channelKey());
    }
}
