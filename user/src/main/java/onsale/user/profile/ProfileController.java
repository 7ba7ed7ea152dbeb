package onsale.user.profile;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.login.LoginHistory;
import onsale.user.profile.Profile.Language;
import onsale.user.profile.UpdateProfile.Outcome;
import onsale.user.session.Sessions;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The account of the current user: the profile, the logins and the sessions. */
@RestController
@RequestMapping("/api/users/me")
@ProblemsOf(UserProblems.class)
public final class ProfileController {

    private final ProfileStore profiles;
    private final UpdateProfile updateProfile;
    private final LoginHistory history;
    private final Sessions sessions;

    ProfileController(
            ProfileStore profiles,
            UpdateProfile updateProfile,
            LoginHistory history,
            Sessions sessions) {
        this.profiles = profiles;
        this.updateProfile = updateProfile;
        this.history = history;
        this.sessions = sessions;
    }

    /**
     * @param identityVerificationId another verification of the same person, to take over the name
     *     and the phone number from
     */
    record ProfileForm(
            @NotNull Language language,
            @Nullable @Pattern(regexp = "[A-Za-z0-9_-]{1,100}") String identityVerificationId) {}

    record MyLogins(List<LoginHistory.LoginEntry> items) {}

    @GetMapping
    Profile me(CurrentUser user) {
        // Without an active account, what the token says is no longer true.
        return profiles.find(user.userId())
                .orElseThrow(() -> PlatformProblems.ofStatus(401).exception());
    }

    @PutMapping
    @ProblemCodes({
        Codes.NOT_VERIFIED,
        Codes.NOT_THEIR_ACCOUNT,
        Codes.IDENTITY_UNAVAILABLE,
        PlatformProblems.Codes.NOT_SIGNED_IN
    })
    Profile update(CurrentUser user, @Valid @RequestBody ProfileForm form) {
        return switch (updateProfile.run(
                user.userId(), form.language(), form.identityVerificationId())) {
            case Outcome.Updated _ -> me(user);
            case Outcome.NotVerified _ ->
                    throw Problem.of(
                                    UserProblems.NOT_VERIFIED,
                                    "Verify your identity and try again.")
                            .exception();
            case Outcome.OtherPerson _ ->
                    throw Problem.of(
                                    UserProblems.NOT_THEIR_ACCOUNT,
                                    "Verify the person to whom the account belongs.")
                            .exception();
            case Outcome.ProviderUnavailable _ ->
                    throw UserProblems.retryLater(
                            UserProblems.IDENTITY_UNAVAILABLE, "Try again in a moment.");
        };
    }

    /** The latest logins, successful or not, with what was unusual about them. */
    @GetMapping("/logins")
    MyLogins logins(CurrentUser user) {
        return new MyLogins(history.of(user.userId()));
    }

    /** Signs out everywhere, also here. */
    @DeleteMapping("/sessions")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void signOutEverywhere(CurrentUser user) {
        sessions.endAll(user.userId());
    }
}
