package onsale.notification.delivery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.contracts.MailRequested.Letter;
import onsale.notification.delivery.Contacts.Contact;
import onsale.platform.internal.InternalCalls.NoAnswer;
import onsale.platform.messaging.ContextKeys;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Makes mails of deliveries: of letters, and of contents whose readers' addresses it asks for. */
public final class ComposeMails {

    /** The largest attachment: mail servers refuse what is much larger. */
    private static final int TICKETS_BYTES_MAX = 2 << 20;

    /** The template whose mails carry the tickets. */
    private static final String WITH_TICKETS = "BOOKING_CONFIRMED";

    static final JsonMapper JSON = JsonMapper.builder().build();
    private static final TypeReference<Map<String, String>> VALUES = new TypeReference<>() {};

    private final MailTemplates templates;
    private final ContextKeys keys;
    private final Contacts contacts;

    ComposeMails(MailTemplates templates, ContextKeys keys, Contacts contacts) {
        this.templates = templates;
        this.keys = keys;
        this.contacts = contacts;
    }

    /** A delivery and its mail; null if its reader has no address any more. */
    record Composed(Delivery delivery, @Nullable Mail mail) {}

    /** The readers of deliveries without a letter. Nobody is asked about those with one. */
    Map<UUID, Contact> readers(List<Delivery> deliveries) throws NoAnswer {
        return contacts.read(
                deliveries.stream()
                        .filter(one -> one.letter() == null)
                        .map(Delivery::userId)
                        .distinct()
                        .toList());
    }

    /** Of several deliveries, for the mailbox: without the tickets. */
    List<Composed> run(List<Delivery> deliveries) throws NoAnswer {
        Map<UUID, Contact> readers = readers(deliveries);
        List<Composed> all = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            all.add(new Composed(delivery, mail(delivery, readers.get(delivery.userId()))));
        }
        return all;
    }

    /** Returns null if the reader has no address any more. */
    @Nullable Mail mail(Delivery delivery, @Nullable Contact reader) {
        @Nullable String encrypted = delivery.letter();
        @Nullable String language = delivery.language();
        if (encrypted != null && language != null) {
            Letter letter =
                    keys.decryptFrom(
                            Context.USER, encrypted, delivery.requestId().toString(), Letter.class);
            return templates.fill(delivery.template(), language, letter.address(), letter.values());
        }
        return reader == null
                ? null
                : templates.fill(
                        delivery.template(), reader.language(), reader.email(), values(delivery));
    }

    /**
     * The mail with the tickets attached, where it has any and the address is known to be its
     * reader's.
     */
    Mail withTickets(Mail mail, Delivery delivery, @Nullable Contact reader) throws NoAnswer {
        if (!delivery.template().equals(WITH_TICKETS)
                || reader == null
                || !reader.emailVerified()) {
            return mail;
        }
        @Nullable String reservation = values(delivery).get("reservationId");
        byte @Nullable [] pdf =
                reservation == null
                        ? null
                        : contacts.tickets(UUID.fromString(reservation), reader.language());
        return pdf == null || pdf.length > TICKETS_BYTES_MAX
                ? mail
                : new Mail(mail.address(), mail.subject(), mail.text(), mail.html(), pdf);
    }

    /** The words of a delivery as a short message. */
    ShortMessage brief(Delivery delivery, String language) {
        return templates.brief(delivery.template(), language, values(delivery));
    }

    private static Map<String, String> values(Delivery delivery) {
        @Nullable String content = delivery.content();
        Map<String, String> values = new HashMap<>();
        if (content != null) {
            values.putAll(JSON.readValue(content, VALUES));
        }
        return values;
    }
}
