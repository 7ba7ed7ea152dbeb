package onsale.contracts;

import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/**
 * Reservation says what it has of a schedule, whenever the catalogue has told it something. What it
 * does not have is told again.
 *
 * @param version of {@link SchedulePublished}, 0 for none
 * @param inventoryVersion of {@link InventoryComplete}, 0 for none
 * @param cancelled whether it knows {@link ScheduleCancelled}
 */
@MessageContract(owner = Context.RESERVATION, consumers = Context.CATALOG)
public record ScheduleHeardByReservation(
        UUID scheduleId, int version, int inventoryVersion, boolean cancelled) {}
