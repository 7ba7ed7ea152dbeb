package onsale.reservation;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import onsale.testkit.Stores;

/** What staff did, as the audit will have it; the context itself may only write it. */
public final class Audited {

    private Audited() {}

    /** The actions about a subject, in order. */
    public static List<String> actions(Stores stores, String subject) {
        List<String> actions = new ArrayList<>();
        try (Connection connection = stores.admin();
                PreparedStatement query =
                        connection.prepareStatement(
                                "select action from common.audit_entries where subject = ? order by id")) {
            query.setString(1, subject);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    actions.add(rows.getString(1));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return actions;
    }
}
