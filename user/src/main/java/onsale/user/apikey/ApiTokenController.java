package onsale.user.apikey;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import onsale.platform.Redacted;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Access tokens for programs: a key is sent here only, and its token with every request. */
@RestController
@ProblemsOf(UserProblems.class)
public final class ApiTokenController {

    private final ApiKeys keys;

    ApiTokenController(ApiKeys keys) {
        this.keys = keys;
    }

    record ApiKeyForm(@NotNull @Pattern(regexp = "[\\x21-\\x7e]{1,200}") String apiKey) {
        @Override
        public String toString() {
            return Redacted.text(this, "apiKey");
        }
    }

    /**
     * A token for the header {@code Authorization: Bearer}.
     *
     * @param expiresIn seconds
     */
    record ApiToken(String accessToken, long expiresIn, List<String> scopes) {
        @Override
        public String toString() {
            return Redacted.text(this, "accessToken");
        }
    }

    @PostMapping("/api/auth/token")
    @ProblemCodes(Codes.WRONG_API_KEY)
    ApiToken token(@Valid @RequestBody ApiKeyForm form) {
        return keys.exchange(form.apiKey())
                .map(granted ->
                        new ApiToken(
                                granted.accessToken(),
                                ApiKeys.TOKEN_FOR.toSeconds(),
                                granted.scopes().stream().sorted().toList()))
                .orElseThrow(() ->
                        Problem.of(
                                        UserProblems.WRONG_API_KEY,
                                        "Send a key that is neither revoked nor expired.")
                                .exception());
    }
}
