package onsale.user.account;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An account to be inserted, with its personal data in clear text.
 *
 * @param passwordHash null if the account has no password
 * @param ci the identity agency's id of the person, the same everywhere
 * @param di the identity agency's id of the person for this site; empty if there is none
 */
public record NewAccount(
        UUID id,
        String email,
        @Nullable String passwordHash,
        String name,
        String phone,
        String ci,
        String di,
        String role) {

    @Override
    public String toString() {
        return "NewAccount " + id; // personal data must not reach a log
    }
}
