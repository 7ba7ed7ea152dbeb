package onsale.user.contact;

import java.util.UUID;
import onsale.platform.Redacted;

/**
 * How a person is reached, and in which language.
 *
 * @param language ko or en
 */
record Contact(UUID userId, String language, String email, boolean emailVerified, String phone) {
    @Override
    public String toString() {
        return Redacted.text(this, "email", "phone");
    }
}
