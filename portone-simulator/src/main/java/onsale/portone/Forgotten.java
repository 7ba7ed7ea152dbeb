package onsale.portone;

/** The sums of payments that were removed to bound the memory, so that the books add up. */
record Forgotten(long payments, long chargedWon, long cancelledWon) implements Item {

    static final String KEY = "forgotten";
    static final Forgotten NOTHING = new Forgotten(0, 0, 0);

    @Override
    public String key() {
        return KEY;
    }

    Forgotten plus(Payment payment) {
        return new Forgotten(
                payments + 1, chargedWon + payment.charged(), cancelledWon + payment.cancelled());
    }
}
