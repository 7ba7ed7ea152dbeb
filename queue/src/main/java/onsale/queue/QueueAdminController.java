package onsale.queue;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.redis.LuaException;
import onsale.queue.line.LineHead;
import onsale.queue.line.LineSettings;
import onsale.queue.recovery.Loss;
import onsale.queue.recovery.LossCause;
import onsale.queue.recovery.RecoveryStore;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore;
import onsale.queue.sale.Sales;
import onsale.queue.snapshot.FollowLines;
import onsale.queue.snapshot.FollowedLine;
import onsale.queue.snapshot.Snapshot;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Waiting rooms for operators: live figures, and settings that take effect at once. */
@RestController
@RequestMapping("/api/admin/queue")
class QueueAdminController {

    private static final int SIZE_MAX = 500;
    private static final int PAGES_MAX = 10_000;
    private static final int NOTICE_MAX = 200;

    /** One line without control characters. */
    private static final String PLAIN = "[^\\p{Cc}\\p{Cs}]*";

    private final SaleStore store;
    private final Sales sales;
    private final RecoveryStore losses;
    private final LineSettings settings;
    private final FollowLines lines;
    private final AuditTrail audit;

    QueueAdminController(
            SaleStore store,
            Sales sales,
            RecoveryStore losses,
            LineSettings settings,
            FollowLines lines,
            AuditTrail audit) {
        this.store = store;
        this.sales = sales;
        this.losses = losses;
        this.settings = settings;
        this.lines = lines;
        this.audit = audit;
    }

    /**
     * Figures of a line.
     *
     * @param called how many have not taken up their call yet
     * @param active how many are called or inside, which the limit counts
     * @param pacePercent at which share of the rate fans are called: less than 100 while purchases
     *     are slow, and for a while after it
     */
    record Figures(
            long waiting,
            long called,
            long active,
            long admitted,
            double admittedPerSecond,
            long calledUpTo,
            long pacePercent) {}

    /**
     * The last loss of this line, and how far the line has recovered.
     *
     * @param openedAt when the line was rebuilt; left out until then
     * @param expected how many should come back; left out if that is not known
     * @param returned how many have come back
     * @param callsResumeAt until then nobody is called
     */
    record Recovery(
            LossCause cause,
            Instant noticedAt,
            @Nullable Instant openedAt,
            @Nullable Integer expected,
            @Nullable Long returned,
            @Nullable Instant callsResumeAt) {}

    /** The phases of a sale, and what its line may be doing while the sale is open. */
    enum State {
        NOT_QUEUED,
        NOT_OPEN,
        OPEN,
        SOLD_OUT,
        OVER,
        CANCELLED,
        RESTORING,
        RETURNING
    }

    /**
     * A waiting room.
     *
     * @param state the phase of the sale; or, while it is open, RESTORING until a lost line is
     *     rebuilt, and then RETURNING while fans come back and nobody is called
     */
    record QueueView(
            UUID scheduleId,
            String title,
            State state,
            Instant opensAt,
            Instant closesAt,
            int epoch,
            int admitPerSecond,
            int maxActive,
            int capacity,
            boolean paused,
            boolean draining,
            boolean followLoad,
            @Nullable String noticeKo,
            @Nullable String noticeEn,
            @Nullable Figures figures,
            @Nullable Recovery recovery) {}

    /**
     * Settings of a waiting room; those that are left out stay.
     *
     * @param noticeKo what those who wait are told; empty for nothing, as is {@code noticeEn}
     */
    record SettingsForm(
            @Nullable @Min(1) @Max(10_000) Integer admitPerSecond,
            @Nullable @Min(0) @Max(1_000_000) Integer maxActive,
            @Nullable @Min(0) @Max(1_000_000) Integer capacity,
            @Nullable Boolean paused,
            @Nullable Boolean draining,
            @Nullable Boolean followLoad,
            @Nullable @Size(max = NOTICE_MAX) @Pattern(regexp = PLAIN) String noticeKo,
            @Nullable @Size(max = NOTICE_MAX) @Pattern(regexp = PLAIN) String noticeEn) {}

    /** One waiting room. */
    @GetMapping("/{scheduleId}")
    QueueView one(@PathVariable UUID scheduleId) {
        Sale sale = store.find(scheduleId).orElseThrow(() -> QueueProblems.notFound().exception());
        return view(sale, losses.lastLosses().get(scheduleId));
    }

    /** The current sales, the one that ends first at the front. */
    @GetMapping
    List<QueueView> all(
            @RequestParam(defaultValue = "0") @Min(0) @Max(PAGES_MAX) int page,
            @RequestParam(defaultValue = "" + SIZE_MAX) @Min(1) @Max(SIZE_MAX) int size) {
        Map<UUID, Loss> lastLosses = losses.lastLosses();
        return store.current(size, page * size).stream()
                .map(sale -> view(sale, lastLosses.get(sale.id())))
                .toList();
    }

    @PatchMapping("/{scheduleId}")
    QueueView change(
            Actor operator, @PathVariable UUID scheduleId, @Valid @RequestBody SettingsForm form) {
        audit.record(
                operator,
                "queue.settings",
                scheduleId.toString(),
                () -> store.find(scheduleId).map(QueueAdminController::settings).orElse(null),
                () -> changed(scheduleId, form),
                QueueAdminController::settings);
        sales.readNow();
        Sale sale = store.find(scheduleId).orElseThrow();
        try {
            settings.tell(sale);
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            // OpenLines tells the line when Redis is back
        }
        return view(sale, losses.lastLosses().get(scheduleId));
    }

    private Sale changed(UUID scheduleId, SettingsForm form) {
        if (!store.change(
                scheduleId,
                new SaleStore.Change(
                        form.admitPerSecond,
                        form.maxActive,
                        form.capacity,
                        form.paused,
                        form.draining,
                        form.followLoad,
                        stripped(form.noticeKo),
                        stripped(form.noticeEn)))) {
            throw QueueProblems.notFound().exception();
        }
        return store.find(scheduleId).orElseThrow();
    }

    private static @Nullable String stripped(@Nullable String text) {
        return text == null ? null : text.strip();
    }

    private static SettingsForm settings(Sale sale) {
        return new SettingsForm(
                sale.admitPerSecond(),
                sale.maxActive(),
                sale.capacity(),
                sale.paused(),
                sale.draining(),
                sale.followLoad(),
                sale.noticeKo(),
                sale.noticeEn());
    }

    private QueueView view(Sale sale, @Nullable Loss loss) {
        Optional<FollowedLine> followed = follow(sale);
        State state = State.valueOf(sale.phase(sales.now()).name());
        if (state == State.OPEN) {
            boolean restoring = followed.map(FollowedLine::isRestoring).orElse(true);
            boolean returning =
                    followed.map(one -> one.snapshot().head().isReturning()).orElse(false);
            state = restoring ? State.RESTORING : returning ? State.RETURNING : state;
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
                sale.followLoad(),
                sale.noticeKo(),
                sale.noticeEn(),
                followed.map(QueueAdminController::figures).orElse(null),
                loss == null ? null : recovery(loss, followed));
    }

    private static Recovery recovery(Loss loss, Optional<FollowedLine> followed) {
        Optional<LineHead> head =
                followed.map(one -> one.snapshot().head())
                        .filter(one -> one.epoch() == loss.epoch());
        return new Recovery(
                loss.cause(),
                loss.noticedAt(),
                loss.openedAt(),
                loss.expected(),
                head.map(LineHead::back).orElse(null),
                head.map(one -> Instant.ofEpochMilli(one.callFromMillis())).orElse(null));
    }

    private Optional<FollowedLine> follow(Sale sale) {
        try {
            return sale.epoch() == 0 ? Optional.empty() : lines.find(sale.id());
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return Optional.empty();
        }
    }

    private static Figures figures(FollowedLine followed) {
        Snapshot snapshot = followed.snapshot();
        return new Figures(
                snapshot.waiting(),
                snapshot.called(),
                snapshot.head().active(),
                snapshot.head().called(),
                snapshot.admittedPerSecond(),
                snapshot.calledUpTo(),
                snapshot.head().pacePercent());
    }
}
