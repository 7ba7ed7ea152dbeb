package onsale.contracts;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import onsale.contracts.InventoryChunk.Seat;
import onsale.platform.messaging.MessageContract;
import org.jspecify.annotations.Nullable;

/**
 * All chunks of this version have been told. Nobody sells before what they have got matches.
 *
 * @param count of seats
 * @param hash of all seats by ordinal, see {@link Hash}
 * @param seating which seats are beside each other and which are the best; null in what was sent
 *     before it was told, and never part of the hash: nothing is sold by it
 */
@MessageContract(
        owner = Context.CATALOG,
        consumers = {Context.RESERVATION, Context.QUEUE})
public record InventoryComplete(
        UUID scheduleId, int inventoryVersion, int count, String hash, @Nullable Seating seating) {

    /**
     * What the hall's layout says of its seats, by ordinal.
     *
     * @param afterGap seats that are not beside the seat before them in their row
     */
    public record Seating(
            List<Integer> afterGap,
            List<Integer> accessible,
            List<Integer> viewRestricted,
            List<BestSeats> best) {}

    /**
     * The best seats of a section, by their numbers.
     *
     * @param row a row with numbers of its own; null for all other rows of the section
     * @param centre where the best numbers are: high, low or middle
     * @param idealFrom the first of the numbers that are as good as the best; null without a range
     */
    public record BestSeats(
            String floor,
            String section,
            @Nullable String row,
            int min,
            int max,
            String centre,
            @Nullable Double idealCentre,
            @Nullable Integer idealFrom,
            @Nullable Integer idealTo) {}

    /** Both sides compute it alike: every field of every seat, in the order of the ordinals. */
    public static final class Hash {

        private static final char BETWEEN_FIELDS = '\u001f';
        private static final char AFTER_SEAT = '\u001e';
        private final MessageDigest digest;

        public Hash() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e); // every JDK has it
            }
        }

        public void add(Seat seat) {
            String line =
                    String.join(
                                    String.valueOf(BETWEEN_FIELDS),
                                    String.valueOf(seat.ordinal()),
                                    seat.grade(),
                                    seat.floor(),
                                    seat.section(),
                                    seat.row(),
                                    seat.number(),
                                    seat.zone())
                            + AFTER_SEAT;
            digest.update(line.getBytes(StandardCharsets.UTF_8));
        }

        /** Ends the hash; use another object for the next. */
        public String hex() {
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
