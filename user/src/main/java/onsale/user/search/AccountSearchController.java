package onsale.user.search;

import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.search.FindAccounts.FoundAccount;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Finds accounts for operators: by e-mail or by phone number. Each search is audited. */
@RestController
@RequestMapping("/api/admin/accounts")
@ProblemsOf(UserProblems.class)
public final class AccountSearchController {

    private final FindAccounts findAccounts;
    private final AuditTrail audit;

    AccountSearchController(FindAccounts findAccounts, AuditTrail userAudit) {
        this.findAccounts = findAccounts;
        this.audit = userAudit;
    }

    record FoundAccounts(List<FoundAccount> items) {}

    @GetMapping
    @ProblemCodes(PlatformProblems.Codes.INVALID)
    FoundAccounts find(
            Actor operator,
            @RequestParam(required = false)
                    @Size(min = 3, max = 320) @Pattern(regexp = "[^\\p{Cc}\\p{Cs}]+@[^\\p{Cc}\\p{Cs}]+") @Nullable String email,
            @RequestParam(required = false) @Pattern(regexp = "[0-9+ -]{7,30}") @Nullable String phone) {
        if (Stream.of(email, phone).filter(Objects::nonNull).count() != 1) {
            throw Problem.of(PlatformProblems.INVALID, "Search by exactly one of email and phone.")
                    .exception();
        }
        List<FoundAccount> found =
                email != null
                        ? findAccounts.byEmail(email)
                        : findAccounts.byPhone(Objects.requireNonNull(phone));
        for (FoundAccount one : found) { // by id: the audit names nobody
            audit.record(operator, "account.open", one.userId().toString(), null, null);
        }
        return new FoundAccounts(found);
    }
}
