package onsale.ops;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import onsale.ops.JobStore.JobView;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The periodic work of all contexts: when it ran, how it went and what is left, for operators. */
@RestController
class JobsController {

    private final JobStore store;

    JobsController(JobStore store) {
        this.store = store;
    }

    record JobsPage(List<JobView> items, int page, int size, long total) {}

    @GetMapping("/api/admin/jobs")
    JobsPage jobs(
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(100_000) int page,
            @RequestParam(name = "size", defaultValue = "50") @Min(1) @Max(100) int size) {
        return new JobsPage(store.page(page, size), page, size, store.count());
    }
}
