package onsale.ops;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit.
 *
 * @param service the role in the database of the context where it happened
 * @param actorId whose account; all zeros for a command line
 * @param actorRoles separated by commas
 * @param before JSON, as is {@code after}; null where there is nothing
 */
record AuditRow(
        String service,
        Instant at,
        UUID actorId,
        String actorRoles,
        String address,
        String traceId,
        String action,
        String subject,
        @Nullable String before,
        @Nullable String after) {

    /** What the mac covers: every value with its length, so that no two rows read the same. */
    byte[] bytes(long seq) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(seq);
            out.writeLong(at.getEpochSecond());
            out.writeInt(at.getNano());
            out.writeLong(actorId.getMostSignificantBits());
            out.writeLong(actorId.getLeastSignificantBits());
            for (@Nullable String text :
                    new @Nullable String[] {
                        service, actorRoles, address, traceId, action, subject, before, after
                    }) {
                byte[] value = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
                out.writeInt(text == null ? -1 : value.length);
                out.write(value);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
