package onsale.user.social;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import onsale.user.SocialSettings;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.DataKeys;
import onsale.user.attempt.Origin;
import onsale.user.login.Login;
import onsale.user.social.ProviderLogin.Answer;
import onsale.user.social.SocialStore.Use;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;

/**
 * Logs in by a provider. The browser that began it must finish it: it keeps a sealed attempt, then
 * a sealed proof of what the provider confirmed. An account opens only if it is linked to the
 * provider's id of the person; an e-mail address never links.
 */
public final class SocialLogin implements AutoCloseable {

    /**
     * A login that goes on at the provider.
     *
     * @param attempt for the browser to keep
     */
    public record Begun(String url, String attempt) {
        @Override
        public String toString() {
            return "Begun"; // secrets must not reach a log
        }
    }

    /** The outcome of coming back from the provider. */
    public sealed interface Finished {
        /**
         * The provider has confirmed a person.
         *
         * @param proof for the browser to keep
         * @param email that the provider tells; empty if it tells none
         */
        record Proven(String proof, boolean isLinked, String email) implements Finished {
            @Override
            public String toString() {
                return "Proven"; // personal data must not reach a log
            }
        }

        /** Another browser, another attempt or nobody began this, or the provider says no. */
        record Refused() implements Finished {}

        record Unavailable() implements Finished {}
    }

    /** The outcome of a login. */
    public sealed interface Outcome {
        record Answered(Login.Outcome outcome) implements Outcome {}

        /** The provider has confirmed nothing that can still be used. */
        record NotProven() implements Outcome {}

        /** No account is linked to the provider's person. */
        record NotLinked() implements Outcome {}
    }

    private final Clients clients;
    private final ProviderLogin providers;
    private final Seals seals;
    private final SocialStore store;
    private final AccountStore accounts;
    private final Login login;

    public SocialLogin(
            SocialSettings settings,
            DataKeys keys,
            SocialStore store,
            AccountStore accounts,
            Login login,
            Clock clock) {
        this.clients = new Clients(settings);
        this.providers = new ProviderLogin(settings, clients);
        this.seals = new Seals(keys, clock);
        this.store = store;
        this.accounts = accounts;
        this.login = login;
    }

    /** The providers that are configured. */
    public List<Provider> offered() {
        return clients.offered();
    }

    /** Empty if the provider is not offered. */
    public Optional<Begun> begin(Provider provider) {
        @Nullable OAuth2AuthorizationRequest request = providers.begin(provider);
        if (request == null) {
            return Optional.empty();
        }
        Attempt attempt =
                new Attempt(
                        provider,
                        Objects.requireNonNull(request.getState()),
                        attribute(request, OidcParameterNames.NONCE),
                        attribute(request, PkceParameterNames.CODE_VERIFIER),
                        seals.expiry());
        return Optional.of(new Begun(request.getAuthorizationRequestUri(), seals.seal(attempt)));
    }

    /** Takes what the provider has sent along with the browser. */
    public Finished finish(
            Provider provider, @Nullable String sealedAttempt, String state, String code) {
        @Nullable Attempt attempt = seals.open(sealedAttempt, Attempt.class);
        if (attempt == null || attempt.provider() != provider || !isSame(attempt.state(), state)) {
            return new Finished.Refused();
        }
        return switch (providers.finish(attempt, state, code)) {
            case Answer.Refused _ -> new Finished.Refused();
            case Answer.Unavailable _ -> new Finished.Unavailable();
            case Answer.Person person -> proven(attempt, person);
        };
    }

    private Finished proven(Attempt attempt, Answer.Person person) {
        Proof proof =
                new Proof(
                        attempt.state(), // one attempt proves one thing
                        attempt.provider(),
                        person.subject(),
                        person.email(),
                        person.isEmailVerified(),
                        seals.expiry());
        return new Finished.Proven(
                seals.seal(proof), store.owner(proof).isPresent(), person.email());
    }

    /** Opens a session of the account that is linked, under the rules of every login. */
    public Outcome login(@Nullable String sealedProof, Origin origin, Login.Wish wish) {
        @Nullable Proof proof = proof(sealedProof);
        if (proof == null) {
            return new Outcome.NotProven();
        }
        Optional<Account> account = store.owner(proof).flatMap(accounts::byId);
        if (account.isEmpty()) {
            return new Outcome.NotLinked();
        }
        return new Outcome.Answered(
                login.runProven(
                        account.get(),
                        origin,
                        wish,
                        new Login.Proven(
                                proof.provider().method(), () -> store.use(proof, Use.LOGIN))));
    }

    @Nullable Proof proof(@Nullable String sealed) {
        return seals.open(sealed, Proof.class);
    }

    private static String attribute(OAuth2AuthorizationRequest request, String name) {
        @Nullable String value = request.getAttribute(name);
        return Objects.requireNonNull(value);
    }

    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(
                one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        providers.close();
    }
}
