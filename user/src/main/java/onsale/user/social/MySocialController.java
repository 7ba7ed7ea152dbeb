package onsale.user.social;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.password.ConfirmPassword;
import onsale.user.social.SocialStore.Link;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Which providers are offered, and which of them open one's own account. */
@RestController
@ProblemsOf(UserProblems.class)
public final class MySocialController {

    private final SocialLogin login;
    private final SocialLinks links;
    private final ConfirmPassword confirmPassword;

    public MySocialController(
            SocialLogin login, SocialLinks links, ConfirmPassword confirmPassword) {
        this.login = login;
        this.links = links;
        this.confirmPassword = confirmPassword;
    }

    record SocialProviders(List<Provider> providers) {}

    record MySocialLogins(List<Link> items) {}

    record UnlinkForm(@NotNull Provider provider, @NotNull @Size(max = 200) String password) {
        @Override
        public String toString() {
            return "UnlinkForm"; // the password must not reach a log
        }
    }

    @GetMapping("/api/auth/social")
    SocialProviders offered() {
        return new SocialProviders(login.offered());
    }

    @GetMapping("/api/users/me/social")
    MySocialLogins mine(CurrentUser user) {
        return new MySocialLogins(links.of(user.userId()));
    }

    /** An account without a password needs one first, so that its owner keeps a way in. */
    @PostMapping("/api/users/me/social/unlink")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({
        Codes.WRONG_PASSWORD,
        Codes.TOO_MANY_TRIES,
        Codes.BUSY,
        Codes.SOCIAL_NOT_LINKED,
        PlatformProblems.Codes.NOT_SIGNED_IN
    })
    void unlink(CurrentUser user, @Valid @RequestBody UnlinkForm form) {
        ConfirmPassword.account(confirmPassword.run(user.userId(), form.password()));
        if (!links.unlink(user.userId(), form.provider())) {
            throw Problem.of(UserProblems.SOCIAL_NOT_LINKED, "There is nothing to remove.")
                    .exception();
        }
    }
}
