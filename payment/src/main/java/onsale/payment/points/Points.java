package onsale.payment.points;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import onsale.payment.PaymentSettings;
import onsale.payment.points.PointLedger.Account;
import onsale.payment.points.PointLedger.Kind;
import onsale.payment.points.PointStore.EarningPayment;
import onsale.payment.points.PointStore.Lot;
import onsale.payment.points.PointStore.Spend;
import onsale.payment.points.PointStore.State;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/**
 * Earns, spends and returns points. All methods run in the transaction that has locked the order of
 * the payment; the fan's account is locked after it. Each is safe to repeat.
 */
public final class Points {

    /** How long points that come back are good for at least. */
    private static final Duration RETURNED_FOR = Duration.ofDays(30);

    private final PointStore store;
    private final PointLedger ledger;
    private final int percent;
    private final Duration validFor;

    public Points(Database database, PaymentSettings settings) {
        this.store = new PointStore(database);
        this.ledger = new PointLedger(database);
        this.percent = settings.pointsPercent();
        this.validFor = settings.pointsValidFor();
    }

    /** Spends points on an attempt, those that expire first first. False if there are too few. */
    public boolean spend(UUID userId, UUID attemptId, long points) {
        store.lockAccount(userId);
        long missing = points;
        for (Lot lot : store.spendable(userId)) {
            long taken = Math.min(missing, lot.remaining());
            if (taken > 0) {
                store.take(lot.id(), taken);
                store.insertSpend(attemptId, lot.id(), taken);
                missing -= taken;
            }
        }
        if (missing > 0) {
            return false; // the caller rolls back
        }
        store.addSpendable(userId, -points);
        ledger.book(
                Kind.SPENT,
                attemptId.toString(),
                userId,
                attemptId,
                Account.SPENDABLE,
                Account.SPENT,
                points);
        return true;
    }

    /**
     * Returns points that an attempt was made with.
     *
     * @param about what they come back for: the attempt itself, or one of its refunds
     */
    public void giveBack(UUID userId, UUID attemptId, UUID about, long points) {
        if (points == 0) {
            return;
        }
        store.lockAccount(userId);
        long missing = points;
        for (Spend spend : store.spends(attemptId)) {
            long back = Math.min(missing, spend.points() - spend.returned());
            if (back > 0) {
                store.putBack(spend.lotId(), back, RETURNED_FOR);
                store.returned(attemptId, spend.lotId(), back);
                missing -= back;
            }
        }
        if (missing > 0) {
            throw new IllegalStateException("attempt " + attemptId + " was made with fewer points");
        }
        store.addSpendable(userId, points);
        ledger.book(
                Kind.RETURNED,
                about.toString(),
                userId,
                attemptId,
                Account.SPENT,
                Account.SPENDABLE,
                points);
    }

    /**
     * Lets a payment have earned what it should have: earns when it was paid, and takes back what
     * seats that were given back had earned.
     */
    public void settle(UUID attemptId) {
        EarningPayment payment = store.payment(attemptId);
        long due = payment.earns(percent);
        store.lockAccount(payment.userId());
        @Nullable Lot lot = store.lot(attemptId).orElse(null);
        if (lot == null) {
            earn(payment, due);
        } else if (lot.points() - lot.reversed() > due) {
            reverse(lot, lot.points() - lot.reversed() - due);
        }
        store.settled(attemptId);
    }

    private void earn(EarningPayment payment, long points) {
        @Nullable Instant spendableAt = payment.refundableUntil();
        if (points > 0 && spendableAt != null) {
            store.insertLot(payment, points, spendableAt, validFor);
            ledger.book(
                    Kind.EARNED,
                    payment.id().toString(),
                    payment.userId(),
                    payment.id(),
                    Account.ISSUED,
                    Account.PENDING,
                    points);
        }
    }

    /** Takes points back: those of the lot, then other spendable ones. Debts are forgiven. */
    private void reverse(Lot lot, long points) {
        long own = Math.min(points, lot.remaining());
        boolean isPending = lot.state() == State.PENDING;
        store.take(lot.id(), own);
        store.countReversed(lot.id(), points);
        long others = isPending ? 0 : takeOthers(lot, points - own);
        long fromSpendable = others + (isPending ? 0 : own);
        store.addSpendable(lot.userId(), -fromSpendable);
        ledger.book(
                Kind.REVERSED,
                lot.id() + "/" + (lot.reversed() + points),
                lot.userId(),
                lot.id(),
                Map.of(
                        Account.PENDING,
                        isPending ? -own : 0L,
                        Account.SPENDABLE,
                        -fromSpendable,
                        Account.ISSUED,
                        own + others));
    }

    private long takeOthers(Lot lot, long points) {
        long missing = points;
        for (Lot other : store.spendable(lot.userId())) {
            long taken = other.id().equals(lot.id()) ? 0 : Math.min(missing, other.remaining());
            if (taken > 0) {
                store.take(other.id(), taken);
                missing -= taken;
            }
        }
        return points - missing;
    }

    /** The refund window of these points has closed. */
    void mature(UUID lotId) {
        change(lotId, State.PENDING, State.SPENDABLE, Kind.MATURED);
    }

    /** These points were not spent in time. */
    void expire(UUID lotId) {
        change(lotId, State.SPENDABLE, State.EXPIRED, Kind.EXPIRED);
    }

    private void change(UUID lotId, State from, State to, Kind kind) {
        UUID userId = store.lot(lotId).orElseThrow().userId();
        store.lockAccount(userId);
        Lot lot = store.lot(lotId).orElseThrow(); // as it is under the lock
        if (lot.state() != from) {
            return;
        }
        if (to == State.EXPIRED) {
            store.take(lotId, lot.remaining());
        }
        store.setState(lotId, to);
        if (lot.remaining() > 0) {
            store.addSpendable(userId, to == State.SPENDABLE ? lot.remaining() : -lot.remaining());
            ledger.book(
                    kind,
                    lotId + (kind == Kind.EXPIRED ? "/" + store.expiries(lotId) : ""),
                    userId,
                    lotId,
                    Account.valueOf(from.name()),
                    Account.valueOf(to.name()),
                    lot.remaining());
        }
    }
}
