package onsale.platform.job;

/**
 * The right to run a job, for a while. A node may lose it without noticing, when it was paused or
 * cut off for longer than the lease; work that takes long therefore asks between its steps.
 */
public interface Lease {

    /**
     * Whether this run may go on. True: a whole lease starts from now, and nobody else runs before
     * its end. False: somebody else has taken over or this node is stopping; return soon, what is
     * left will be done by the next run. Throws when the database cannot be asked, which ends the
     * run as well.
     */
    boolean stillMine();
}
