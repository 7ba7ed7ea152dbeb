package onsale.edge.limit;

/**
 * Limits of what the door answers from memory. They are this node's own: asking Redis would cost
 * many times what the answer costs.
 */
public final class HotLimits {

    private final LocalLimiter local;
    private final Limit byAddress;
    private final Limit byCaller;

    public HotLimits(LocalLimiter local, LimitSettings settings) {
        this.local = local;
        this.byAddress = Limit.perSecond(settings.hotAddressPerSecond());
        this.byCaller = Limit.perMinute(settings.statusPerMinute());
    }

    /**
     * Counts a call by where it comes from.
     *
     * @param kind those of one kind are counted together
     * @param address as clients are counted, see ClientAddress
     */
    public Verdict ofAddress(String kind, String address) {
        return local.take(kind + ":ip:" + address, byAddress);
    }

    /**
     * Counts a call by whom it is for.
     *
     * @param path of the hot read or stream
     * @param caller whom the call is for, beyond doubt
     */
    public Verdict ofCaller(String path, String caller) {
        return local.take(path + ":by:" + caller, byCaller);
    }
}
