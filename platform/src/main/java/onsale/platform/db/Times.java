package onsale.platform.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Converts times between Java and {@code timestamptz}. The driver cannot bind an {@code Instant}
 * but an {@code OffsetDateTime}, exact to the microsecond. Records that rows are mapped to may have
 * {@code Instant} components: the row mapper converts those.
 */
public final class Times {

    private Times() {}

    /** Converts a time to a value for {@code param(...)}. */
    public static OffsetDateTime param(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    public static Instant read(ResultSet row, String column) throws SQLException {
        @Nullable Instant instant = readOrNull(row, column);
        if (instant == null) {
            throw new SQLException(column + " is null");
        }
        return instant;
    }

    public static @Nullable Instant readOrNull(ResultSet row, String column) throws SQLException {
        @Nullable OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
