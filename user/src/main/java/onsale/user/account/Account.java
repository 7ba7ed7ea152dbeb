package onsale.user.account;

import java.util.Base64;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.access.CurrentUser;
import org.jspecify.annotations.Nullable;

/** An account as login and sessions need it, without readable personal data. */
public record Account(
        UUID id, byte[] ciHash, @Nullable String passwordHash, String role, Status status) {

    /** The state of an account. An operator makes an account INACTIVE to lock it. */
    public enum Status {
        ACTIVE,
        INACTIVE,
        DORMANT,
        DELETED
    }

    /** An active account without a password, to issue an access token for. */
    public static Account withoutPassword(UUID id, byte[] ciHash, String role) {
        return new Account(id, ciHash, null, role, Status.ACTIVE);
    }

    /** The account with the rights of a fan. */
    public Account withoutRole() {
        return new Account(id, ciHash, passwordHash, CurrentUser.USER, status);
    }

    public boolean isStaff() {
        return CurrentUser.STAFF.contains(role);
    }

    public boolean isActive() {
        return status == Status.ACTIVE;
    }

    /** The id of the person, stable for life; it reveals nothing about the person. */
    public String personId() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(ciHash);
    }

    @Override
    public String toString() {
        return Redacted.text(this, "ciHash", "passwordHash");
    }
}
