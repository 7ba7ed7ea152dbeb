package onsale.queue.recovery;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import onsale.queue.admission.LeaveStore;
import onsale.queue.line.PersonBindings;
import onsale.queue.line.PersonBindings.Binding;
import onsale.queue.line.Place;
import onsale.queue.line.Receipt;
import onsale.queue.snapshot.FollowedLine;

/**
 * Puts fans back at the places of their receipts after a loss. Each person is bound again first, so
 * that a fan who has entered another line meanwhile stays there. The journal of leaves is asked,
 * because the recovery read it before the line was open, and some fans leave in between.
 */
public final class PutFansBack {

    private static final int BATCH = 500;
    private static final int AT_ONCE = 4 * BATCH;

    private final LineRecovery line;
    private final PersonBindings persons;
    private final LeaveStore leaves;
    private final RecoveryMetrics metrics;

    public PutFansBack(
            LineRecovery line, PersonBindings persons, LeaveStore leaves, RecoveryMetrics metrics) {
        this.line = line;
        this.persons = persons;
        this.leaves = leaves;
        this.metrics = metrics;
    }

    /** Puts back some of those who have returned to this line. */
    public void run(FollowedLine followed) {
        List<Receipt> all = followed.takeReturning(AT_ONCE);
        if (all.isEmpty()) {
            return;
        }
        Set<Long> left =
                leaves.among(
                        followed.scheduleId(),
                        all.stream().map(Receipt::place).distinct().toList());
        Set<Receipt> givenUp = new HashSet<>();
        Map<Receipt, CompletableFuture<Binding>> bindings = new LinkedHashMap<>();
        for (Receipt receipt : all) {
            if (left.contains(receipt.place())) {
                givenUp.add(receipt);
            } else {
                bindings.computeIfAbsent(
                        receipt, r -> persons.bind(r.scheduleId(), r.fan()).toCompletableFuture());
            }
        }
        List<Receipt> decided = new ArrayList<>(givenUp);
        bindings.forEach((receipt, binding) -> {
            switch (binding.join()) {
                case Binding.Bound _ -> decided.add(receipt);
                case Binding.Other _ -> {
                    givenUp.add(receipt);
                    decided.add(receipt);
                }
                case Binding.BindingsRestoring
                                _ -> {} // lost again: the fan's next poll tries again
            }
        });
        putBack(followed, decided, givenUp);
    }

    private void putBack(FollowedLine followed, List<Receipt> decided, Set<Receipt> givenUp) {
        Map<Integer, List<Receipt>> byEpoch =
                decided.stream()
                        .collect(Collectors.groupingBy(receipt -> Place.epoch(receipt.place())));
        byEpoch.forEach((epoch, receipts) -> {
            for (int from = 0; from < receipts.size(); from += BATCH) {
                line.putBack(
                        followed.scheduleId(),
                        epoch,
                        receipts.subList(from, Math.min(from + BATCH, receipts.size())),
                        givenUp);
            }
            metrics.returned(receipts.size());
        });
    }
}
