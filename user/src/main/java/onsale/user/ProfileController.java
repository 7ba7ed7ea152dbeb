package onsale.user;

import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the owner of an account may see of it. */
@RestController
final class ProfileController {

    private final UserStore users;

    ProfileController(UserStore users) {
        this.users = users;
    }

    @GetMapping("/api/users/me")
    ResponseEntity<?> me(CurrentUser user) {
        // Without an active account the token says what is no longer true.
        return users.profile(user.userId())
                .<ResponseEntity<?>>map(ResponseEntity::ok)
                .orElseGet(() -> PlatformProblems.ofStatus(401).response());
    }
}
