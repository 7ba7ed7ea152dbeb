package onsale.queue.recovery;

/** The guards of the protocol. A model may go without one, to show that it is needed. */
enum ProtocolGuard {
    /** Scripts compare the process with the incarnation. */
    INCARNATION,
    /** A recovery is void as soon as another has begun. */
    NONCE,
    /** An epoch in which places may have been given is not used again. */
    NEW_EPOCH,
    /** The epoch is raised only if it is still as it was before the recovery began. */
    KNOWN_EPOCH,
    /** Before the line opens it is written down that places may be given in its epoch. */
    OPENING,
    /** A row is committed only in the epoch in which its turn was taken up. */
    EPOCH_OF_TURN,
    /** The epoch is raised before the rows are read. */
    EPOCH_BEFORE_ROWS,
    /** Those inside are counted from rows. */
    TURN_ROWS,
    /** Used places are refilled. */
    REFILL_GONE,
    /** The place of a fan whose turn ends, or who leaves, is marked in the line. */
    MARK_GONE,
    /** A fan who left is not put back, even if the journal was read before. */
    JOURNAL,
    /** Nobody is called before those who wait had time to come back. */
    WINDOW,
    /** The active limit is in the script. */
    LIMIT
}
