package onsale.queue.line;

/** The state of a place in Redis. */
public enum PlaceState {
    WAITING,
    CALLED,
    /** The fan takes the turn up: the row of the turn may be about to be committed. */
    TAKING,
    INSIDE,
    /** Given up, or its turn has ended. */
    GONE;

    /** The state for which scripts write this letter. */
    static PlaceState of(char letter) {
        return switch (letter) {
            case 'W' -> WAITING;
            case 'C' -> CALLED;
            case 'K' -> TAKING;
            case 'A' -> INSIDE;
            case 'G' -> GONE;
            default -> throw new IllegalArgumentException("no place has the state " + letter);
        };
    }
}
