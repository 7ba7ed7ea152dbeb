package onsale.ops;

import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import onsale.ops.IntegrityCheck.Severity;
import onsale.ops.IntegrityStore.Result;
import onsale.ops.OpsProblems.Codes;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The results of the integrity checks, and repairs, for operators. */
@RestController
@RequestMapping("/api/admin/integrity")
@ProblemsOf(OpsProblems.class)
class IntegrityController {

    private final IntegrityChecks checks;
    private final KeepIntegrity keep;
    private final IntegrityStore store;
    private final AuditTrail audit;

    IntegrityController(
            IntegrityChecks checks, KeepIntegrity keep, IntegrityStore store, AuditTrail audit) {
        this.checks = checks;
        this.keep = keep;
        this.store = store;
        this.audit = audit;
    }

    /**
     * A check and its last result.
     *
     * @param alarm whether more was found than the threshold allows
     * @param sample some of the findings
     * @param problem why it failed to run; the findings are then those of the run before
     */
    record CheckView(
            String check,
            String context,
            String what,
            Severity severity,
            int threshold,
            boolean repairable,
            @Nullable Integer found,
            boolean alarm,
            List<String> sample,
            @Nullable String problem,
            @Nullable Instant ranAt,
            @Nullable Integer repaired,
            @Nullable Instant repairedAt) {}

    record IntegrityView(List<CheckView> items) {}

    /**
     * The result of a repair.
     *
     * @param found violations before the repair
     * @param dealtWith violations that the owners repaired; messages to others may take a moment
     */
    record RepairView(String check, int found, int dealtWith) {}

    @GetMapping
    IntegrityView results() {
        Map<String, Result> results = store.all();
        return new IntegrityView(
                checks.all().stream()
                        .map(check -> view(check, results.get(check.name())))
                        .toList());
    }

    private CheckView view(IntegrityCheck check, @Nullable Result result) {
        return new CheckView(
                check.name(),
                check.context(),
                check.what(),
                check.severity(),
                check.threshold(),
                keep.isRepairable(check),
                result == null ? null : result.found(),
                result != null && check.isAlarm(result.found()),
                result == null ? List.of() : result.sample(),
                result == null ? null : result.problem(),
                result == null ? null : result.ranAt(),
                result == null ? null : result.repaired(),
                result == null ? null : result.repairedAt());
    }

    @PostMapping("/run")
    IntegrityView run(Actor operator) {
        audit.record(operator, "integrity.run", "all checks", null, null);
        keep.runAll();
        return results();
    }

    @PostMapping("/{check}/repair")
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.NO_REPAIR})
    RepairView repair(
            Actor operator, @PathVariable @Pattern(regexp = "[a-z_]{1,60}") String check) {
        return switch (keep.repair(check)) {
            case KeepIntegrity.Outcome.Asked asked -> {
                RepairView view = new RepairView(check, asked.found(), asked.repaired());
                audit.record(operator, "integrity.repair", check, null, view);
                yield view;
            }
            case KeepIntegrity.Outcome.NoSuchCheck _ ->
                    throw Problem.of(PlatformProblems.NOT_FOUND, "Check the address.").exception();
            case KeepIntegrity.Outcome.NoRepairHere _ ->
                    throw Problem.of(
                                    OpsProblems.NO_REPAIR,
                                    "Look at what was found; a person must decide.")
                            .exception();
        };
    }
}
