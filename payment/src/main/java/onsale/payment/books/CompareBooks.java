package onsale.payment.books;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import onsale.payment.books.ComparisonStore.Night;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.provider.ListPage;
import onsale.payment.provider.ListedPayment;
import onsale.payment.provider.PortOnePayments;
import onsale.payment.webhook.WebhookStore;
import onsale.platform.CalendarSettings;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.platform.portone.NoAnswer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the provider's list with our books each night. Every difference is a row and a line in
 * the log. Afterwards deletes what need not be kept any longer.
 */
public final class CompareBooks {

    private static final int HOUR = 4;
    private static final Duration LOOK_EVERY = Duration.ofMinutes(10);
    private static final Duration LEASE = Duration.ofMinutes(3);

    /** Younger payments may still be under way. */
    private static final Duration AGE_MIN = Duration.ofMinutes(30);

    /** Older payments were compared in earlier nights. */
    private static final Duration BACK = Duration.ofDays(3);

    private static final Duration PURGE_EVERY = Duration.ofHours(1);
    private static final Duration WEBHOOKS_KEPT = Duration.ofDays(30);
    private static final Duration ANSWERS_KEPT = Duration.ofDays(7 * 365 + 2);
    private static final int AT_ONCE = 100;
    private static final Logger LOG = LoggerFactory.getLogger(CompareBooks.class);

    private final ComparisonStore store;
    private final AttemptStore attempts;
    private final WebhookStore webhooks;
    private final FindDifferences findDifferences;
    private final PortOnePayments provider;
    private final String zone;

    public CompareBooks(
            ComparisonStore store,
            AttemptStore attempts,
            WebhookStore webhooks,
            FindDifferences findDifferences,
            PortOnePayments provider,
            CalendarSettings calendar) {
        this.store = store;
        this.attempts = attempts;
        this.webhooks = webhooks;
        this.findDifferences = findDifferences;
        this.provider = provider;
        this.zone = calendar.timeZone();
    }

    public void start(Jobs jobs) {
        jobs.every("compare-books", LOOK_EVERY, LEASE, this::tonight);
        jobs.every(
                "purge-provider-answers",
                PURGE_EVERY,
                LEASE,
                this::deleteOld,
                () -> store.countAnswersOlderThan(ANSWERS_KEPT));
    }

    private void tonight(Lease lease) throws NoAnswer {
        Optional<Night> due = store.due(HOUR, zone);
        if (due.isPresent()) {
            compare(due.get(), AGE_MIN, lease);
        }
    }

    /**
     * Compares one night, from where an earlier run stopped.
     *
     * @param ageMin payments must be so old when the night begins
     */
    public void compare(Night night, Duration ageMin, Lease lease) throws NoAnswer {
        Instant until = night.beganAt().minus(ageMin);
        Instant from = until.minus(BACK);
        @Nullable String cursor = night.cursor();
        do {
            ListPage page = provider.list(from, until, cursor);
            compare(night.day(), page.payments());
            cursor = page.next();
            store.listed(night.day(), page.payments().size(), cursor);
            if (!lease.stillMine()) {
                return;
            }
        } while (cursor != null);
        List<String> unseen;
        do {
            unseen = store.unseen(night.day(), from, until, AT_ONCE);
            for (String providerId : unseen) {
                compare(night.day(), List.of(provider.find(providerId)));
            }
        } while (unseen.size() == AT_ONCE && lease.stillMine());
        store.finish(night.day());
        LOG.info("Books of {} compared: {} differences", night.day(), store.differences());
    }

    private void compare(LocalDate day, List<ListedPayment> listed) {
        List<String> ids = listed.stream().map(ListedPayment::providerId).toList();
        Map<String, PaymentAttempt> ours =
                attempts.findByProviderIds(ids).stream()
                        .collect(Collectors.toMap(PaymentAttempt::providerId, Function.identity()));
        for (ListedPayment there : listed) {
            findDifferences
                    .find(ours.get(there.providerId()), there)
                    .ifPresent(difference -> report(day, difference));
        }
        store.seen(day, ids);
    }

    private void report(LocalDate day, Difference difference) {
        if (store.report(day, difference)) {
            LOG.warn(
                    "Books differ at {}: {}, {} won here, {} won there; {}",
                    difference.providerId(),
                    difference.kind(),
                    difference.hereWon(),
                    difference.thereWon(),
                    difference.whatFollows());
        }
    }

    private void deleteOld(Lease lease) {
        int deleted;
        do {
            deleted =
                    store.deleteAnswersOlderThan(ANSWERS_KEPT, AT_ONCE)
                            + webhooks.deleteOlderThan(WEBHOOKS_KEPT, AT_ONCE);
        } while (deleted > 0 && lease.stillMine());
    }
}
