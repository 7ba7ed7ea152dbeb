package onsale.catalog.publishing;

import java.util.UUID;

/**
 * Publishes a change of an event or a venue for every schedule it concerns. The changes are part of
 * the caller's transaction.
 */
public final class PublishChanges {

    private final PublicationStore publications;
    private final PublishSchedule publish;

    public PublishChanges(PublicationStore publications, PublishSchedule publish) {
        this.publications = publications;
        this.publish = publish;
    }

    /** Introduces all schedules of an event, whose row the caller has locked. */
    public void eventOpened(UUID eventId) {
        publications.lockNotCancelled(eventId).forEach(publish::introduce);
    }

    /** Publishes the terms of all known schedules of an event, whose row the caller has locked. */
    public void eventChanged(UUID eventId) {
        publications.lockPublished(eventId).forEach(publish::publishTerms);
    }

    /** Publishes the new name of a venue or of one of its halls, for shows yet to come. */
    public void venueChanged(UUID venueId) {
        for (UUID eventId : publications.eventsWithShowsAhead(venueId)) {
            if (publications.lockEvent(eventId)) {
                eventChanged(eventId);
            }
        }
    }
}
