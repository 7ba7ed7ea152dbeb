package onsale.ops;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.ops.AuditStore.Link;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What staff did, the newest first, for operators. */
@RestController
class AuditController {

    private final AuditStore store;

    AuditController(AuditStore store) {
        this.store = store;
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

    @GetMapping("/api/admin/audit")
    AuditPage audit(
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(100_000) int page,
            @RequestParam(name = "size", defaultValue = "50") @Min(1) @Max(100) int size) {
        return new AuditPage(
                store.newest(page, size).stream().map(AuditEntry::of).toList(),
                page,
                size,
                store.head().seq());
    }
}
