package onsale.payment.pay;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.payment.pay.PaymentSearch.FoundPayment;
import onsale.payment.pay.PaymentSearch.SearchKey;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Finds payment attempts for operators: by exactly one of payment, reservation or failure. */
@RestController
@RequestMapping("/api/admin/payments")
@ProblemsOf(PaymentProblems.class)
public class PaymentSearchController {

    private final PaymentSearch search;

    public PaymentSearchController(PaymentSearch search) {
        this.search = search;
    }

    /**
     * The latest first.
     *
     * @param total at most {@link PaymentSearch#COUNTED_MAX}
     */
    record FoundPayments(List<FoundPayment> items, int page, int size, long total) {}

    @GetMapping
    @ProblemCodes(PlatformProblems.Codes.INVALID)
    FoundPayments find(
            @RequestParam(required = false) @Nullable UUID paymentId,
            @RequestParam(required = false) @Nullable UUID reservationId,
            @RequestParam(required = false)
                    @Size(min = 1, max = 500) @Pattern(regexp = "[^\\p{Cc}\\p{Cs}]*") @Nullable String failureCode,
            @RequestParam(defaultValue = "0") @Min(0) @Max(100) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        if (Stream.of(paymentId, reservationId, failureCode).filter(Objects::nonNull).count()
                != 1) {
            throw Problem.of(
                            PlatformProblems.INVALID,
                            "Search by exactly one of paymentId, reservationId and failureCode.")
                    .exception();
        }
        if (failureCode != null) {
            return found(SearchKey.FAILURE, failureCode, page, size);
        }
        return paymentId != null
                ? found(SearchKey.PAYMENT, paymentId, page, size)
                : found(SearchKey.RESERVATION, Objects.requireNonNull(reservationId), page, size);
    }

    private FoundPayments found(SearchKey key, Object value, int page, int size) {
        return new FoundPayments(
                search.find(key, value, size, page * size), page, size, search.count(key, value));
    }
}
