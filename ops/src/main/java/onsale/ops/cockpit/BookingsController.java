package onsale.ops.cockpit;

import onsale.ops.booking.RebuildBookings;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Makes the booking projection anew, for operators. It may be asked again at any time. */
@RestController
class BookingsController {

    private final RebuildBookings rebuild;
    private final AuditTrail audit;

    BookingsController(RebuildBookings rebuild, AuditTrail audit) {
        this.rebuild = rebuild;
        this.audit = audit;
    }

    @PostMapping("/api/admin/sales/rebuild")
    RebuildBookings.Rebuilt rebuild(Actor operator) {
        RebuildBookings.Rebuilt done = rebuild.all();
        audit.record(operator, "bookings.rebuild", "all schedules", null, done);
        return done;
    }
}
