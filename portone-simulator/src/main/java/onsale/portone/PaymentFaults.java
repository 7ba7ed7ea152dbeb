package onsale.portone;

import java.util.List;

/** The faults of one payment in their order, each with its number of times. */
record PaymentFaults(String paymentId, List<Fault> faults) implements Item {

    @Override
    public String key() {
        return paymentId;
    }
}
