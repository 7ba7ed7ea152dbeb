package onsale.edge;

/** The header by which the door marks what it passes on; whatever a client sends in it is lost. */
public final class DoorMark {

    public static final String HEADER = "X-Onsale-Door";

    private DoorMark() {}
}
