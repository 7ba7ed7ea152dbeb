package onsale.ops;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.ops.AuditStore.Link;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.integrity.Probe.Finding;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What staff did, the newest first, for operators. */
@RestController
class AuditController {

    private final AuditStore store;
    private final AuditChain chain;
    private final AuditTrail trail;

    AuditController(AuditStore store, AuditChain chain, AuditTrail trail) {
        this.store = store;
        this.chain = chain;
        this.trail = trail;
    }

    /**
     * An entry of the audit.
     *
     * @param context the context's role in the database
     * @param actorId whose account; all zeros for a command line
     * @param before JSON, as is {@code after}
     */
    record AuditEntry(
            long seq,
            Instant at,
            String context,
            UUID actorId,
            List<String> roles,
            String address,
            String traceId,
            String action,
            String subject,
            @Nullable String before,
            @Nullable String after) {

        static AuditEntry of(Link link) {
            AuditRow row = link.row();
            return new AuditEntry(
                    link.seq(),
                    row.at(),
                    row.service(),
                    row.actorId(),
                    List.of(row.actorRoles().split(",")),
                    row.address(),
                    row.traceId(),
                    row.action(),
                    row.subject(),
                    row.before(),
                    row.after());
        }
    }

    record AuditPage(List<AuditEntry> items, int page, int size, long total) {}

    /**
     * Whether the chain is whole.
     *
     * @param rows how many there are
     * @param problems what does not fit; some of it, if there is much
     */
    record ChainView(long rows, boolean whole, List<String> problems) {}

    @GetMapping("/api/admin/audit")
    AuditPage audit(
            @RequestParam(name = "actorId", required = false) @Nullable UUID actorId,
            @RequestParam(name = "action", defaultValue = "") @Pattern(regexp = "[a-z.-]{0,60}") String action,
            @RequestParam(name = "subject", defaultValue = "")
                    @Size(max = 100) @Pattern(regexp = "[^\\p{Cc}\\p{Cs}]*") String subject,
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(100_000) int page,
            @RequestParam(name = "size", defaultValue = "50") @Min(1) @Max(100) int size) {
        AuditStore.Search search = new AuditStore.Search(actorId, action, subject.strip());
        return new AuditPage(
                store.newest(search, page, size).stream().map(AuditEntry::of).toList(),
                page,
                size,
                store.count(search));
    }

    /** Reads the whole chain and recomputes every row's mac. */
    @PostMapping("/api/admin/audit/verify")
    ChainView verify(Actor operator) {
        List<Finding> found = chain.violations();
        ChainView view =
                new ChainView(
                        store.head().seq(),
                        found.isEmpty(),
                        found.stream().map(Finding::detail).toList());
        trail.record(operator, "audit.verify", "the chain", null, view);
        return view;
    }
}
