package onsale.catalog.transfer;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import onsale.catalog.transfer.ImportPlan.SoldElsewhere;
import onsale.catalog.transfer.SourceRow.Bad;

/** The rows of the table reservations, one for each seat, checked and counted. */
final class MegaTicketReservations {

    private record Group(String partition, String user) {}

    /** By the key that reservations refer to a schedule with. */
    private final Map<String, MegaTicketSchedule> schedules;

    private final Set<String> keys = new HashSet<>();
    private final Map<String, Group> groups = new HashMap<>();
    private int seats;
    private int holds;
    private int cancelled;

    MegaTicketReservations(Map<String, MegaTicketSchedule> schedules) {
        this.schedules = schedules;
    }

    void add(SourceRow row) {
        String partition = row.text("PK", 500);
        String seatKey = row.text("SK", 200);
        MegaTicketSchedule schedule = schedules.get(partition);
        if (schedule == null) {
            throw new Bad("PK " + partition + " is no schedule of this export");
        }
        String seat = seatKey.startsWith("SEAT#") ? seatKey.substring(5) : seatKey;
        if (!schedule.event().venue().grades().containsKey(seat)) {
            throw new Bad("SK " + seatKey + " is no seat of the venue");
        }
        if (!keys.add(partition + '\n' + seatKey)) {
            throw new Bad("PK and SK occur twice");
        }
        switch (row.text("status", 40)) {
            case "CONFIRMED", "DR_RESERVED" -> sold(row, partition);
            case "HOLDING", "DR_RECOVERED" -> holds++;
            case "CANCELLED" -> cancelled++;
            default -> throw new Bad("status is none that is known");
        }
    }

    private void sold(SourceRow row, String partition) {
        SourceRow.number("price", row.node("price"), 0, 100_000_000);
        Group group = new Group(partition, row.text("userId", 200));
        Group known = groups.putIfAbsent(row.text("reservationId", 200), group);
        if (known != null && !known.equals(group)) {
            throw new Bad("reservationId is also that of another schedule or user");
        }
        seats++;
    }

    SoldElsewhere count() {
        return new SoldElsewhere(groups.size(), seats, holds, cancelled);
    }
}
