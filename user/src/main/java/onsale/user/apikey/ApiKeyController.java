package onsale.user.apikey;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Future;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.access.Actor;
import onsale.platform.access.ApiAccess;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.apikey.ApiKeys.Outcome;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Keys of organisers for their programs. No program makes or ends keys. */
@RestController
@RequestMapping("/api/admin/api-keys")
@ProblemsOf(UserProblems.class)
public final class ApiKeyController {

    private final ApiKeys keys;

    ApiKeyController(ApiKeys keys) {
        this.keys = keys;
    }

    /**
     * A key to make.
     *
     * @param scopes of events:read, events:write, webhooks
     * @param perMinute how many requests it may send
     * @param expiresAt null if it does not end by itself
     */
    record KeyForm(
            @NotNull @Size(min = 1, max = 100) @Pattern(regexp = "[^\\p{Cc}\\p{Cs}]+") String name,
            @NotEmpty @Size(max = 10) List<@NotNull @Pattern(regexp = "[a-z]{1,20}(:[a-z]{1,20})?") String> scopes,
            @Min(1) @Max(10_000) int perMinute,
            @Nullable @Future Instant expiresAt) {

        @Override
        public String toString() {
            return Redacted.text(this, "name"); // an owner may name it after a person
        }
    }

    /**
     * @param oldForHours how long the secret before stays good
     */
    record RotationForm(@Min(0) @Max(720) int oldForHours) {}

    record KeyView(
            UUID id,
            String name,
            List<String> scopes,
            int perMinute,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant lastUsedAt,
            @Nullable Instant oldSecretUntil,
            @Nullable Instant revokedAt) {

        static KeyView of(ApiKey key) {
            return new KeyView(
                    key.id(),
                    key.name(),
                    key.scopes().stream().sorted().toList(),
                    key.perMinute(),
                    key.createdAt(),
                    key.expiresAt(),
                    key.lastUsedAt(),
                    key.oldSecretUntil(),
                    key.revokedAt());
        }

        @Override
        public String toString() {
            return Redacted.text(this, "name"); // an owner may name it after a person
        }
    }

    /**
     * A key with a new secret.
     *
     * @param apiKey which is told this once
     */
    record NewKey(KeyView key, String apiKey) {
        @Override
        public String toString() {
            return Redacted.text(this, "apiKey");
        }
    }

    record KeyPage(List<KeyView> items, int page, int size, long total) {}

    @GetMapping
    KeyPage list(
            Actor actor,
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(name = "size", defaultValue = "20") @Min(1) @Max(100) int size) {
        return new KeyPage(
                keys.list(actor, page, size).stream().map(KeyView::of).toList(),
                page,
                size,
                keys.count(actor));
    }

    @PostMapping
    @ProblemCodes({Codes.UNKNOWN_SCOPE, Codes.TOO_MANY_API_KEYS})
    @ResponseStatus(HttpStatus.CREATED)
    NewKey create(Actor actor, @Valid @RequestBody KeyForm form) {
        Set<String> scopes = new HashSet<>(form.scopes());
        if (!ApiAccess.SCOPES.containsAll(scopes)) {
            throw Problem.of(
                            UserProblems.UNKNOWN_SCOPE,
                            "Choose of %s."
                                    .formatted(
                                            String.join(
                                                    ", ",
                                                    ApiAccess.SCOPES.stream().sorted().toList())))
                    .exception();
        }
        return orProblem(
                keys.create(actor, form.name(), scopes, form.perMinute(), form.expiresAt()));
    }

    /** Gives a key a new secret. */
    @PostMapping("/{id}/rotate")
    @ProblemCodes(Codes.NO_API_KEY)
    NewKey rotate(Actor actor, @PathVariable("id") UUID id, @Valid @RequestBody RotationForm form) {
        return orProblem(keys.rotate(actor, id, Duration.ofHours(form.oldForHours())));
    }

    /** Ends a key, and every access token it got, at once. */
    @DeleteMapping("/{id}")
    @ProblemCodes(Codes.NO_API_KEY)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revoke(Actor actor, @PathVariable("id") UUID id) {
        if (!keys.revoke(actor, id)) {
            throw noKey();
        }
    }

    private static NewKey orProblem(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done done -> new NewKey(KeyView.of(done.key()), done.text().text());
            case Outcome.NoKey _ -> throw noKey();
            case Outcome.TooMany _ ->
                    throw Problem.of(
                                    UserProblems.TOO_MANY_API_KEYS,
                                    "Revoke one that is not used any more.")
                            .exception();
        };
    }

    private static RuntimeException noKey() {
        return Problem.of(UserProblems.NO_API_KEY, "Choose one of the list.").exception();
    }
}
