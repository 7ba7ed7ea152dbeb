package onsale.portone;

import java.util.List;

/** What goes wrong with one payment, in this order, each as often as it says. */
record PaymentFaults(String paymentId, List<Fault> faults) implements Item {

    @Override
    public String key() {
        return paymentId;
    }
}
