package onsale.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class SeatIdsTest {

    private static final UUID SCHEDULE = UUID.fromString("0199b8f0-0000-7000-8000-000000000001");
    private final SeatIds seats = SeatIds.of(SCHEDULE);

    @Test
    void anIdLeadsBackToItsSeat() {
        for (int ordinal : new int[] {0, 1, 49_999, Integer.MAX_VALUE}) {
            assertThat(seats.ordinal(seats.seat(ordinal))).hasValue(ordinal);
        }
    }

    @Test
    void anIdIsTheBaseAndTheOrdinal() {
        assertThat(seats.seat(0xBEEF)).hasToString(seats.base() + "0000beef");
        assertThat(seats.seat(0).version()).isEqualTo(8);
        assertThat(seats.seat(0).variant()).isEqualTo(2);
    }

    /** Stored rows and layouts in browsers' caches depend on it. */
    @Test
    void theIdsNeverChange() {
        assertThat(seats.seat(1)).hasToString("d11f3794-5ea9-85d4-a422-549400000001");
    }

    @Test
    void anIdOfAnotherScheduleIsNoSeatHere() {
        SeatIds other = SeatIds.of(UUID.fromString("0199b8f0-0000-7000-8000-000000000002"));

        assertThat(seats.ordinal(other.seat(1))).isEmpty();
        assertThat(seats.ordinal(UUID.randomUUID())).isEmpty();
        UUID seat = seats.seat(0);
        assertThat(
                        seats.ordinal(
                                new UUID(
                                        seat.getMostSignificantBits(),
                                        seat.getLeastSignificantBits() | 0x8000_0000L)))
                .isEmpty();
    }
}
