package onsale.user;

import java.text.Normalizer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.user.Passwords.Place;
import onsale.user.UserStore.NewUser;
import org.jspecify.annotations.Nullable;

/**
 * Makes an account for a person whose identity the provider has verified. Everything that takes
 * time comes first; then one transaction, in which unique indexes say whether the e-mail and the
 * person are new.
 */
final class SignUp {

    record Command(
            String email,
            String password,
            String name,
            String phone,
            String identityVerificationId,
            List<Terms.Agreement> terms) {
        @Override
        public String toString() {
            return "SignUp.Command"; // never in a log
        }
    }

    sealed interface Outcome {
        record Created(UUID userId) implements Outcome {}

        record TermsMissing() implements Outcome {}

        record PasswordUnfit() implements Outcome {}

        record NotVerified() implements Outcome {}

        /** The verified person has another name than the one given. */
        record SomebodyElse() implements Outcome {}

        record ProviderAway() implements Outcome {}

        record Busy() implements Outcome {}

        record EmailTaken() implements Outcome {}

        record PersonHasAccount() implements Outcome {}
    }

    private final Database database;
    private final UserStore users;
    private final IdentityProvider identities;
    private final Passwords passwords;
    private final Duration identityFor;
    private final Ids ids;
    private final Clock clock;

    SignUp(
            Database database,
            UserStore users,
            IdentityProvider identities,
            Passwords passwords,
            Duration identityFor,
            Ids ids,
            Clock clock) {
        this.database = database;
        this.users = users;
        this.identities = identities;
        this.passwords = passwords;
        this.identityFor = identityFor;
        this.ids = ids;
        this.clock = clock;
    }

    Outcome run(Command command) {
        if (!Terms.suffice(command.terms())) {
            return new Outcome.TermsMissing();
        }
        if (!Passwords.fits(command.password())) {
            return new Outcome.PasswordUnfit();
        }
        return switch (identities.find(command.identityVerificationId())) {
            case Identity.NotVerified _ -> new Outcome.NotVerified();
            case Identity.Unavailable _ -> new Outcome.ProviderAway();
            case Identity.Verified verified when isOld(verified) -> new Outcome.NotVerified();
            case Identity.Verified verified when !sameName(verified.name(), command.name()) ->
                    new Outcome.SomebodyElse();
            case Identity.Verified verified -> create(command, verified);
        };
    }

    private Outcome create(Command command, Identity.Verified verified) {
        String passwordHash;
        try (@Nullable Place place = passwords.tryEnter()) {
            if (place == null) {
                return new Outcome.Busy();
            }
            passwordHash = place.hash(command.password());
        } catch (Passwords.Busy e) {
            return new Outcome.Busy();
        }
        NewUser user =
                new NewUser(
                        ids.next(),
                        PersonalData.normalEmail(command.email()),
                        passwordHash,
                        verified.name(),
                        command.phone(),
                        verified.ci(),
                        verified.di(),
                        CurrentUser.USER);
        return store(user, command.terms());
    }

    private Outcome store(NewUser user, List<Terms.Agreement> terms) {
        return database.inTransaction(() -> {
            if (users.insert(user)) {
                users.agree(user.id(), terms);
                return new Outcome.Created(user.id());
            }
            return users.personExists(user.ci())
                    ? new Outcome.PersonHasAccount()
                    : new Outcome.EmailTaken();
        });
    }

    private boolean isOld(Identity.Verified verified) {
        return verified.verifiedAt().plus(identityFor).isBefore(clock.instant());
    }

    private static boolean sameName(String verified, String given) {
        return plain(verified).equalsIgnoreCase(plain(given));
    }

    private static String plain(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFC).replaceAll("\\s+", "");
    }
}
