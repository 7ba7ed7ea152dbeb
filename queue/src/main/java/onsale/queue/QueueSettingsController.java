package onsale.queue;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.redis.LuaException;
import onsale.queue.line.LineSettings;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore;
import onsale.queue.sale.Sales;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The settings of a waiting room, for the organiser whose show it is. */
@RestController
@RequestMapping("/api/admin/queue-settings/{scheduleId}")
class QueueSettingsController {

    private final SaleStore store;
    private final Sales sales;
    private final LineSettings settings;
    private final AuditTrail audit;

    QueueSettingsController(SaleStore store, Sales sales, LineSettings settings, AuditTrail audit) {
        this.store = store;
        this.sales = sales;
        this.settings = settings;
        this.audit = audit;
    }

    /**
     * How a waiting room admits.
     *
     * @param maxActive how many fans may be inside at once
     * @param capacity how many may wait
     * @param seats how many the schedule has; 0 while they are not known
     */
    record RoomSettings(
            UUID scheduleId,
            boolean queued,
            int admitPerSecond,
            int maxActive,
            int capacity,
            boolean paused,
            int seats) {}

    record RoomForm(
            @Min(1) @Max(10_000) int admitPerSecond,
            @Min(1) @Max(1_000_000) int maxActive,
            @Min(1) @Max(1_000_000) int capacity) {}

    @GetMapping
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    RoomSettings get(Actor actor, @PathVariable UUID scheduleId) {
        return view(own(actor, scheduleId));
    }

    @PutMapping
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    RoomSettings put(
            Actor actor, @PathVariable UUID scheduleId, @Valid @RequestBody RoomForm form) {
        own(actor, scheduleId);
        audit.record(
                actor,
                "queue.settings",
                scheduleId.toString(),
                () -> store.find(scheduleId).map(this::view).orElse(null),
                () -> changed(scheduleId, form),
                this::view);
        sales.readNow();
        Sale sale = store.find(scheduleId).orElseThrow();
        try {
            settings.tell(sale);
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            // OpenLines tells the line when Redis is back
        }
        return view(sale);
    }

    private Sale own(Actor actor, UUID scheduleId) {
        @Nullable UUID owner = actor.isAdministrator() ? null : actor.userId();
        return store.findOwn(scheduleId, owner)
                .orElseThrow(() -> QueueProblems.notFound().exception());
    }

    private Sale changed(UUID scheduleId, RoomForm form) {
        if (!store.change(
                scheduleId,
                new SaleStore.Change(
                        form.admitPerSecond, form.maxActive, form.capacity, null, null, null))) {
            throw QueueProblems.notFound().exception();
        }
        return store.find(scheduleId).orElseThrow();
    }

    private RoomSettings view(Sale sale) {
        return new RoomSettings(
                sale.id(),
                sale.queued(),
                sale.admitPerSecond(),
                sale.maxActive(),
                sale.capacity(),
                sale.paused(),
                store.seats(sale.id()));
    }
}
