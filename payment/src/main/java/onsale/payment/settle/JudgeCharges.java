package onsale.payment.settle;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Function;
import onsale.payment.provider.ProviderPayment;
import onsale.platform.portone.ProviderTrust.Judgement;
import onsale.platform.portone.ProviderTrust.Reason;
import onsale.platform.portone.ProviderTrust.Shown;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides whether a charge may count, by whichever way we hear of it, and reports refused ones. */
public final class JudgeCharges {

    private static final Logger LOG = LoggerFactory.getLogger(JudgeCharges.class);
    private static final String COUNTER = "onsale.payment.refused";

    private final Function<Shown, Judgement> trust;
    private final MeterRegistry registry;

    /**
     * @param trust decides by store, currency and channel whether a charge is ours
     */
    public JudgeCharges(Function<Shown, Judgement> trust, MeterRegistry registry) {
        this.trust = trust;
        this.registry = registry;
        for (Reason reason : Reason.values()) {
            count(reason, 0); // so that the counter exists before the first refusal
        }
    }

    Judgement judge(ProviderPayment.Charged charge) {
        return trust.apply(charge.shown());
    }

    /** Why a refused charge is refunded. */
    static String refundReason(Judgement.Refused refused) {
        return "REFUSED_" + refused.reason();
    }

    /** Logs and counts a refused charge. Called once for each. */
    void report(String providerId, ProviderPayment.Charged charge, Judgement.Refused refused) {
        count(refused.reason(), 1);
        LOG.atError()
                .addKeyValue("payment", providerId)
                .addKeyValue("transaction", charge.transactionId())
                .addKeyValue("reason", refused.reason())
                .addKeyValue("shown", charge.shown())
                .log(
                        "Charge refused: {}, {}",
                        refused.reason(),
                        refused.isAtOurStore() ? "goes back" : "not ours to give back");
    }

    private void count(Reason reason, int charges) {
        registry.counter(COUNTER, "reason", reason.name()).increment(charges);
    }
}
