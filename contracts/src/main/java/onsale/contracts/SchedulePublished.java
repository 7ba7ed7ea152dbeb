package onsale.contracts;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;
import org.jspecify.annotations.Nullable;

/**
 * What is sold, when and on which terms: told when a schedule is created and after every change.
 *
 * @param version grows with every change; the newest counts
 * @param queued whether holding needs an entry token of the waiting room
 * @param seatsPerPersonMax across all orders of a person
 * @param endsAt when the show is over; null in what was sent before schedules had an end
 * @param refundSteps what a fan pays for giving a ticket back, longest before the show first; null
 *     in what was sent before there were any, and then the default counts
 * @param freeCancellationUntil until when tickets go back without a fee because the show was
 *     changed; null if it was not
 * @param ownerId the organiser whose event it is; null for nobody's, and in what was sent before
 *     owners were told
 */
@MessageContract(
        owner = Context.CATALOG,
        consumers = {Context.RESERVATION, Context.QUEUE, Context.NOTIFICATION})
public record SchedulePublished(
        UUID scheduleId,
        UUID eventId,
        int version,
        String title,
        String venue,
        String hall,
        String posterUrl,
        Instant startsAt,
        Instant saleOpensAt,
        Instant saleClosesAt,
        boolean queued,
        int holdSeconds,
        int seatsPerPersonMax,
        List<Grade> grades,
        @Nullable Instant endsAt,
        @Nullable List<RefundStep> refundSteps,
        @Nullable Instant freeCancellationUntil,
        @Nullable UUID ownerId) {

    /** On the default terms of cancellation, and nobody's. */
    public SchedulePublished(
            UUID scheduleId,
            UUID eventId,
            int version,
            String title,
            String venue,
            String hall,
            String posterUrl,
            Instant startsAt,
            Instant saleOpensAt,
            Instant saleClosesAt,
            boolean queued,
            int holdSeconds,
            int seatsPerPersonMax,
            List<Grade> grades,
            @Nullable Instant endsAt) {
        this(
                scheduleId,
                eventId,
                version,
                title,
                venue,
                hall,
                posterUrl,
                startsAt,
                saleOpensAt,
                saleClosesAt,
                queued,
                holdSeconds,
                seatsPerPersonMax,
                grades,
                endsAt,
                null,
                null,
                null);
    }

    public record Grade(String code, long priceWon) {}

    /**
     * The fee for a ticket that is given back at least so many days of 24 hours before the show.
     * After the last step nothing is taken back.
     */
    public record RefundStep(int daysBefore, int feePercent) {}
}
