package onsale.contracts;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import onsale.contracts.InventoryChunk.Place;

/**
 * All chunks of this version have been told. Nobody sells before what they have got matches.
 *
 * @param count of places
 * @param hash of all places by ordinal, see {@link Hash}
 */
public record InventoryComplete(UUID scheduleId, int inventoryVersion, int count, String hash) {

    /** Both sides compute it alike: every field of every place, in the order of the ordinals. */
    public static final class Hash {

        private static final char BETWEEN_FIELDS = '\u001f';
        private static final char AFTER_PLACE = '\u001e';
        private final MessageDigest digest;

        public Hash() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e); // every JDK has it
            }
        }

        public void add(Place place) {
            String line =
                    String.join(
                                    String.valueOf(BETWEEN_FIELDS),
                                    String.valueOf(place.ordinal()),
                                    place.grade(),
                                    place.floor(),
                                    place.section(),
                                    place.row(),
                                    place.number(),
                                    place.zone())
                            + AFTER_PLACE;
            digest.update(line.getBytes(StandardCharsets.UTF_8));
        }

        /** Ends the hash; use another object for the next. */
        public String hex() {
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
