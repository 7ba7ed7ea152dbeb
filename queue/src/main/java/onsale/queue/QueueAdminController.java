package onsale.queue;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.redis.LuaException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Waiting rooms for operators: live figures, and settings that count at once. */
@RestController
@RequestMapping("/api/admin/queue")
class QueueAdminController {

    private final QueueStore store;
    private final Sales sales;
    private final Line line;
    private final Lines lines;

    QueueAdminController(QueueStore store, Sales sales, Line line, Lines lines) {
        this.store = store;
        this.sales = sales;
        this.line = line;
        this.lines = lines;
    }

    /**
     * How a line is now.
     *
     * @param called how many have not taken up their call yet
     * @param active called or inside: what the limit counts
     */
    record Figures(
            long waiting,
            long called,
            long active,
            long admitted,
            double admittedPerSecond,
            long calledUpTo) {}

    /**
     * The last loss of this line, and how far it is mended.
     *
     * @param cause EMPTY (flushed, or a server that knows nothing), OTHER_PROCESS (a restart or a
     *     failover) or INTERRUPTED (a recovery that never ended)
     * @param openedAt when the line was rebuilt; not there before
     * @param expected how many should come back, if it is known
     * @param returned how many have
     * @param callsResumeAt until then nobody is called
     */
    record Recovery(
            String cause,
            Instant noticedAt,
            @Nullable Instant openedAt,
            @Nullable Integer expected,
            @Nullable Long returned,
            @Nullable Instant callsResumeAt) {}

    /**
     * A waiting room.
     *
     * @param state what the sale's times say, or RESTORING while the line is lost and not rebuilt,
     *     RETURNING while fans come back and nobody is called
     */
    record QueueView(
            UUID scheduleId,
            String title,
            String state,
            Instant opensAt,
            Instant closesAt,
            int epoch,
            int admitPerSecond,
            int maxActive,
            int capacity,
            boolean paused,
            boolean draining,
            @Nullable Figures figures,
            @Nullable Recovery recovery) {}

    record SettingsForm(
            @Nullable @Min(1) @Max(10_000) Integer admitPerSecond,
            @Nullable @Min(0) @Max(1_000_000) Integer maxActive,
            @Nullable @Min(0) @Max(1_000_000) Integer capacity,
            @Nullable Boolean paused,
            @Nullable Boolean draining) {}

    @GetMapping
    List<QueueView> all() {
        Map<UUID, QueueStore.Loss> losses = store.lastLosses();
        return store.around(Sales.SALES_MAX).stream()
                .map(sale -> view(sale, losses.get(sale.id())))
                .toList();
    }

    @PatchMapping("/{scheduleId}")
    ResponseEntity<?> change(@PathVariable UUID scheduleId, @Valid @RequestBody SettingsForm form) {
        if (!store.change(
                scheduleId,
                new QueueStore.Change(
                        form.admitPerSecond,
                        form.maxActive,
                        form.capacity,
                        form.paused,
                        form.draining))) {
            return QueueProblems.notFound().response();
        }
        sales.readNow();
        Sale sale = store.find(scheduleId).orElseThrow();
        try {
            line.tell(sale);
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            // the job that looks after lines tells it when Redis is back
        }
        return ResponseEntity.ok(view(sale, store.lastLosses().get(scheduleId)));
    }

    private QueueView view(Sale sale, QueueStore.@Nullable Loss loss) {
        Optional<Lines.Followed> followed = follow(sale);
        String state = sale.door(sales.now()).name();
        if (sale.door(sales.now()) == Sale.Door.OPEN) {
            boolean restoring = followed.map(Lines.Followed::isRestoring).orElse(true);
            boolean returning =
                    followed.map(one -> one.snapshot().head().isReturning()).orElse(false);
            state = restoring ? "RESTORING" : returning ? "RETURNING" : state;
        }
        return new QueueView(
                sale.id(),
                sale.title(),
                state,
                sale.opensAt(),
                sale.closesAt(),
                sale.epoch(),
                sale.admitPerSecond(),
                sale.maxActive(),
                sale.capacity(),
                sale.paused(),
                sale.draining(),
                followed.map(QueueAdminController::figures).orElse(null),
                loss == null ? null : recovery(loss, followed));
    }

    private static Recovery recovery(QueueStore.Loss loss, Optional<Lines.Followed> followed) {
        Optional<Line.Head> head =
                followed.map(one -> one.snapshot().head())
                        .filter(one -> one.epoch() == loss.epoch());
        return new Recovery(
                loss.cause().name(),
                loss.noticedAt(),
                loss.openedAt(),
                loss.expected(),
                head.map(Line.Head::back).orElse(null),
                head.map(one -> Instant.ofEpochMilli(one.admitFromMillis())).orElse(null));
    }

    private Optional<Lines.Followed> follow(Sale sale) {
        try {
            return sale.epoch() == 0 ? Optional.empty() : lines.find(sale.id());
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return Optional.empty();
        }
    }

    private static Figures figures(Lines.Followed followed) {
        Snapshot snapshot = followed.snapshot();
        return new Figures(
                snapshot.waiting(),
                snapshot.called(),
                snapshot.head().active(),
                snapshot.head().admitted(),
                snapshot.admittedPerSecond(),
                snapshot.calledUpTo());
    }
}
