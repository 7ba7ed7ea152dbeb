package onsale.queue.recovery;

/** Why a line is restoring, as far as the guard's key tells. */
public enum LossCause {
    /** The key is gone: Redis was flushed, or is a server that has no data. */
    EMPTY,
    /** The key names another process: a restart, with files of whatever age, or a failover. */
    OTHER_PROCESS,
    /** A recovery was begun and not completed. */
    INTERRUPTED
}
