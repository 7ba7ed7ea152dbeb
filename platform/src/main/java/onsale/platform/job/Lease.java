package onsale.platform.job;

/**
 * The right to run a job for a while. A node that was paused or cut off for longer than the lease
 * has lost it without noticing, so long work asks between its steps.
 */
public interface Lease {

    /**
     * Whether this run may go on. True renews the lease: no other node runs the job before its end.
     * False means that another node has taken over or that this one is stopping: return soon, the
     * next run does the rest. Throws when the database cannot be asked, which ends the run as well.
     */
    boolean stillMine();
}
