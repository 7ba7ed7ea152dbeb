package onsale.reservation.cancel;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What giving a ticket back costs: a percentage of its price that depends on the time left until
 * the show. Nothing is taken back on the day of the show or after the last step. After a change of
 * the show everything is free for a while, whatever the day.
 *
 * @param steps longest before the show first
 * @param freeUntil until when tickets go back without a fee because the show was changed
 */
public record RefundPolicy(List<Step> steps, @Nullable Instant freeUntil) {

    /** The fee for a ticket given back at least so many days of 24 hours before the show. */
    public record Step(int daysBefore, int feePercent) {

        Instant endsAt(Instant showStartsAt) {
            return showStartsAt.minus(Duration.ofDays(daysBefore));
        }
    }

    /** Why a ticket costs what it costs to give back. */
    public enum Why {
        /** Early enough. */
        FREE,
        /** Late, with a fee. */
        FEE,
        /** The show was changed. */
        SHOW_CHANGED
    }

    /**
     * The terms at one moment.
     *
     * @param until when these terms end
     */
    public record Terms(int feePercent, Why why, Instant until) {

        /** The fee of one ticket, cut to whole won. */
        long feeWon(long priceWon) {
            return RefundPolicy.feeWon(priceWon, feePercent);
        }
    }

    static long feeWon(long priceWon, int feePercent) {
        return priceWon * feePercent / 100;
    }

    public static final List<Step> DEFAULT_STEPS =
            List.of(new Step(3, 0), new Step(2, 10), new Step(1, 20), new Step(0, 30));

    public RefundPolicy {
        steps = List.copyOf(steps);
    }

    /** The terms now; empty if nothing is taken back any more. */
    public Optional<Terms> at(Instant now, Instant showStartsAt, ZoneId zone) {
        if (freeUntil != null && now.isBefore(freeUntil) && now.isBefore(showStartsAt)) {
            Instant until = freeUntil.isBefore(showStartsAt) ? freeUntil : showStartsAt;
            return Optional.of(new Terms(0, Why.SHOW_CHANGED, until));
        }
        Instant dayOfShow = startOfDay(showStartsAt, zone);
        if (!now.isBefore(dayOfShow)) {
            return Optional.empty();
        }
        return steps.stream()
                .filter(step -> now.isBefore(step.endsAt(showStartsAt)))
                .findFirst()
                .map(step -> {
                    Instant end = step.endsAt(showStartsAt);
                    return new Terms(
                            step.feePercent,
                            step.feePercent == 0 ? Why.FREE : Why.FEE,
                            end.isBefore(dayOfShow) ? end : dayOfShow);
                });
    }

    private static Instant startOfDay(Instant at, ZoneId zone) {
        LocalDate day = at.atZone(zone).toLocalDate();
        return day.atStartOfDay(zone).toInstant();
    }
}
