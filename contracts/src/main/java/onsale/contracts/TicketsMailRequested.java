package onsale.contracts;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/**
 * From reservation to user, who knows the address: send the fan's tickets again.
 *
 * @param requestId one mail, however often this is told
 * @param seats how the seats are called in the hall
 * @param usefulUntil after this the mail is not sent any more
 */
@MessageContract(owner = Context.RESERVATION, consumers = Context.USER)
public record TicketsMailRequested(
        UUID requestId,
        UUID reservationId,
        String reservationNumber,
        UUID userId,
        String title,
        String venue,
        Instant startsAt,
        List<String> seats,
        Instant usefulUntil) {

    public TicketsMailRequested {
        seats = List.copyOf(seats);
    }
}
