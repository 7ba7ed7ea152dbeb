package onsale.catalog.layout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import onsale.platform.Sha256;
import tools.jackson.databind.json.JsonMapper;

/**
 * A {@link LayoutDocument} as it is stored and sent.
 *
 * @param hash of the JSON before compression
 */
public record PackedLayout(String hash, byte[] jsonGzip) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static PackedLayout of(LayoutDocument document) {
        byte[] json = JSON.writeValueAsBytes(document);
        ByteArrayOutputStream packed = new ByteArrayOutputStream(json.length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PackedLayout(HexFormat.of().formatHex(Sha256.of(json)), packed.toByteArray());
    }

    LayoutDocument document() {
        return JSON.readValue(plain(), LayoutDocument.class);
    }

    /** The JSON without compression. */
    public byte[] plain() {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(jsonGzip))) {
            return in.readAllBytes(); // written here, so its size is bounded by SeatPlan.SEATS_MAX
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
