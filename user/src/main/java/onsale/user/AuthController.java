package onsale.user;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;
import onsale.user.LoginHistory.Origin;
import onsale.user.Sessions.Refresh;
import onsale.user.Terms.Term;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Signing up, in and out. */
@RestController
@RequestMapping("/api/auth")
final class AuthController {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(3);
    private static final String TOKEN = "[A-Za-z0-9_-]*";

    private final SignUp signUp;
    private final Login login;
    private final Sessions sessions;

    AuthController(SignUp signUp, Login login, Sessions sessions) {
        this.signUp = signUp;
        this.login = login;
        this.sessions = sessions;
    }

    /** The challenge is the answer to a bot check, which no call asks for yet. */
    record SignUpRequest(
            @NotNull @Size(max = 254) @Email(regexp = ".+@.+\\..+") String email,
            @NotNull @Size(min = 8, max = 72) @Pattern(regexp = "\\P{Cntrl}*", message = "must have no control characters") String password,
            @NotBlank @Size(max = 100) @Pattern(regexp = "[^\\p{Cntrl}]*") String name,
            @NotNull @Pattern(regexp = "\\+?[0-9][0-9 -]{6,18}[0-9]") String phone,
            @NotNull @Pattern(regexp = "[A-Za-z0-9_-]{1,100}") String identityVerificationId,
            @NotNull @Size(min = 1, max = 3) List<@NotNull @Valid Term> terms,
            @Nullable Object challenge) {
        @Override
        public String toString() {
            return "SignUpRequest"; // never in a log
        }
    }

    record LoginRequest(
            @NotNull @Size(max = 254) String email,
            @NotNull @Size(max = 200) String password,
            @Nullable Object challenge) {
        @Override
        public String toString() {
            return "LoginRequest"; // never in a log
        }
    }

    record RefreshRequest(@NotNull @Size(max = 200) @Pattern(regexp = TOKEN) String refreshToken) {
        @Override
        public String toString() {
            return "RefreshRequest"; // never in a log
        }
    }

    record LogoutRequest(@Nullable @Size(max = 200) @Pattern(regexp = TOKEN) String refreshToken) {
        @Override
        public String toString() {
            return "LogoutRequest"; // never in a log
        }
    }

    @PostMapping("/signup")
    ResponseEntity<?> signUp(@Valid @RequestBody SignUpRequest request) {
        var command =
                new SignUp.Command(
                        request.email(),
                        request.password(),
                        request.name().strip(),
                        request.phone().replaceAll("[ -]", ""),
                        request.identityVerificationId(),
                        request.terms().stream()
                                .map(t -> new Terms.Agreement(t.type(), t.version(), t.agreed()))
                                .toList());
        return switch (signUp.run(command)) {
            case SignUp.Outcome.Created created ->
                    ResponseEntity.created(URI.create("/api/users/me"))
                            .body(Map.of("userId", created.userId()));
            case SignUp.Outcome.TermsMissing _ ->
                    problem(
                            UserProblems.TERMS_REQUIRED,
                            "Agree to the terms SERVICE and PRIVACY, and name each terms once.");
            case SignUp.Outcome.PasswordUnfit _ ->
                    problem(UserProblems.PASSWORD_UNFIT, "Choose one of at most 72 bytes.");
            case SignUp.Outcome.NotVerified _ ->
                    problem(UserProblems.NOT_VERIFIED, "Verify your identity and try again.");
            case SignUp.Outcome.SomebodyElse _ ->
                    problem(
                            UserProblems.IDENTITY_MISMATCH,
                            "Give the name under which you were verified.");
            case SignUp.Outcome.ProviderAway _ ->
                    later(UserProblems.IDENTITY_UNAVAILABLE, "Try again in a moment.");
            case SignUp.Outcome.Busy _ -> busy();
            case SignUp.Outcome.EmailTaken _ ->
                    problem(UserProblems.EMAIL_TAKEN, "Sign in, or use another address.");
            case SignUp.Outcome.PersonHasAccount _ ->
                    problem(
                            UserProblems.PERSON_HAS_ACCOUNT,
                            "Sign in to the account you have; each person has one.");
        };
    }

    @PostMapping("/login")
    ResponseEntity<?> login(
            @Valid @RequestBody LoginRequest request,
            @RequestHeader(name = "User-Agent", defaultValue = "") String userAgent,
            HttpServletRequest http) {
        // The server has put the client's address there, as the door says.
        Origin origin = new Origin(http.getRemoteAddr(), userAgent);
        return switch (login.run(request.email(), request.password(), origin)) {
            case Login.Outcome.SignedIn in -> ResponseEntity.ok(in.tokens());
            case Login.Outcome.Wrong _ ->
                    problem(UserProblems.WRONG_CREDENTIALS, "Check both and try again.");
            case Login.Outcome.Locked _ ->
                    problem(UserProblems.LOCKED, "Ask support to unlock it.");
            case Login.Outcome.Dormant _ ->
                    problem(UserProblems.DORMANT, "Verify your identity to wake it up.");
            case Login.Outcome.Busy _ -> busy();
        };
    }

    @PostMapping("/refresh")
    ResponseEntity<?> refresh(@Valid @RequestBody RefreshRequest request) {
        return switch (sessions.refresh(request.refreshToken())) {
            case Refresh.Refreshed refreshed -> ResponseEntity.ok(refreshed.tokens());
            case Refresh.Over _, Refresh.Reused _ ->
                    problem(UserProblems.SESSION_OVER, "Sign in again.");
            case Refresh.TooOften _ ->
                    Problem.of(UserProblems.TOO_MANY_REFRESHES, "Use the tokens you have.")
                            .retryIn(Duration.ofMinutes(1))
                            .response();
        };
    }

    /**
     * Ends the session of the refresh token and that of the access token, usually the same one. The
     * answer is the same for a session that had ended before.
     */
    @PostMapping("/logout")
    ResponseEntity<?> logout(
            @Valid @RequestBody(required = false) @Nullable LogoutRequest request,
            Optional<CurrentUser> user,
            HttpServletRequest http) {
        @Nullable String refreshToken = request == null ? null : request.refreshToken();
        if (refreshToken != null) {
            sessions.end(refreshToken);
        }
        if (user.isPresent()) {
            // The edge has verified it, or there would be no user.
            @Nullable UUID session = Bearer.session(http.getHeader("Authorization"));
            if (session != null) {
                sessions.end(session);
            }
        } else if (refreshToken == null) {
            return PlatformProblems.ofStatus(401).response();
        }
        return ResponseEntity.noContent().build();
    }

    private static ResponseEntity<byte[]> busy() {
        return later(UserProblems.BUSY, "Try again in a few seconds.");
    }

    private static ResponseEntity<byte[]> later(ProblemCode code, String detail) {
        return Problem.of(code, detail).retryIn(RETRY_AFTER).response();
    }

    private static ResponseEntity<byte[]> problem(ProblemCode code, String detail) {
        return Problem.of(code, detail).response();
    }
}
