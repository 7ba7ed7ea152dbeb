package onsale.queue.line;

/**
 * A fan who is called, takes the turn up or is inside.
 *
 * @param value what Redis has for the fan: the letter of the state, the place, and while the turn
 *     is taken up a colon and the moment when that began
 */
public record ActiveFan(Fan fan, String value, long place) {

    static ActiveFan of(String member, String value) {
        int colon = value.indexOf(':');
        return new ActiveFan(
                Fan.of(member),
                value,
                Long.parseLong(value, 1, colon < 0 ? value.length() : colon, 10));
    }

    public PlaceState state() {
        return PlaceState.of(value.charAt(0));
    }

    /** When the fan began to take the turn up; only while the state is TAKING. */
    public long takingSinceMillis() {
        return Long.parseLong(value, value.indexOf(':') + 1, value.length(), 10);
    }
}
