package onsale.notification.delivery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.platform.Redacted;
import onsale.platform.internal.InternalCalls;
import onsale.platform.internal.InternalCalls.NoAnswer;
import onsale.platform.internal.InternalCalls.Of;
import org.jspecify.annotations.Nullable;

/**
 * How people are reached, asked of the user context when something is sent: so this context keeps
 * no address, and writes to the one that is right by then.
 */
final class Contacts {

    /** As the user context says it. */
    record Contact(
            UUID userId, String language, String email, boolean emailVerified, String phone) {
        @Override
        public String toString() {
            return Redacted.text(this, "email", "phone");
        }
    }

    private record Asked(String caller, List<UUID> userIds) {}

    private record Found(List<Contact> items) {}

    private final InternalCalls calls;

    Contacts(InternalCalls calls) {
        this.calls = calls;
    }

    /** Those who still have personal data. */
    Map<UUID, Contact> read(List<UUID> userIds) throws NoAnswer {
        Map<UUID, Contact> found = new HashMap<>();
        if (!userIds.isEmpty()) {
            Asked asked = new Asked(Context.NOTIFICATION, new ArrayList<>(userIds));
            calls.post(Of.USER, "/internal/contacts", asked, Found.class)
                    .items()
                    .forEach(contact -> found.put(contact.userId(), contact));
        }
        return found;
    }

    /** The tickets of a reservation to attach; null if there are none to print. */
    byte @Nullable [] tickets(UUID reservationId, String language) throws NoAnswer {
        return calls.get(
                Of.RESERVATION,
                "/internal/reservations/%s/tickets.pdf?language=%s"
                        .formatted(reservationId, language),
                "application/pdf");
    }
}
