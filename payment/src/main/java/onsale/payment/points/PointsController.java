package onsale.payment.points;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.payment.points.PointLedger.Kind;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A fan's own points. */
@RestController
public class PointsController {

    private final Database database;

    public PointsController(Database database) {
        this.database = database;
    }

    /**
     * A fan's points.
     *
     * @param pending earned and not spendable before the refund window has closed
     * @param nextExpiry the spendable points that expire first; null if there are none
     * @param items what has become of the points, the latest first
     */
    record PointsView(
            long spendable,
            long pending,
            @Nullable NextExpiry nextExpiry,
            List<PointChange> items,
            int page,
            int size,
            long total) {}

    record NextExpiry(long points, Instant at) {}

    record PointChange(Kind kind, long points, Instant at) {}

    @GetMapping("/api/users/me/points")
    PointsView mine(
            CurrentUser user,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        UUID userId = user.userId();
        return new PointsView(
                sum("spendable from point_accounts where user_id = ?", userId),
                sum("remaining from point_lots where user_id = ? and state = 'PENDING'", userId),
                nextExpiry(userId),
                changes(userId, size, page * size),
                page,
                size,
                sum("1 as n from point_entries where user_id = ? and amount > 0", userId));
    }

    private long sum(String column, UUID userId) {
        return database.sql()
                .sql("select coalesce(sum(n), 0) from (select " + column + ") x (n)")
                .param(userId)
                .query(Long.class)
                .single();
    }

    private @Nullable NextExpiry nextExpiry(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select remaining, expires_at from point_lots
                        where user_id = ? and state = 'SPENDABLE' and remaining > 0
                        order by expires_at limit 1
                        """)
                .param(userId)
                .query((row, _) ->
                        new NextExpiry(row.getLong("remaining"), Times.read(row, "expires_at")))
                .optional()
                .orElse(null);
    }

    private List<PointChange> changes(UUID userId, int size, int offset) {
        return database.sql()
                .sql(
                        """
                        select kind, amount, booked_at from point_entries
                        where user_id = ? and amount > 0 order by seq desc limit ? offset ?
                        """)
                .params(userId, size, offset)
                .query((row, _) ->
                        new PointChange(
                                Kind.valueOf(row.getString("kind")),
                                row.getLong("amount"),
                                Times.read(row, "booked_at")))
                .list();
    }
}
