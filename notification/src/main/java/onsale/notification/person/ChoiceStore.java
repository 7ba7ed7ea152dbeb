package onsale.notification.person;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.notification.notice.Matter;
import onsale.platform.db.Database;

/** The table {@code choices}. */
final class ChoiceStore {

    private final Database database;

    ChoiceStore(Database database) {
        this.database = database;
    }

    Map<Matter, List<String>> of(UUID userId) {
        Map<Matter, List<String>> chosen = new EnumMap<>(Matter.class);
        database.sql()
                .sql("select matter, channels from choices where user_id = ?")
                .param(userId)
                .query(row -> {
                    chosen.put(
                            Matter.valueOf(row.getString("matter")),
                            List.of((String[]) row.getArray("channels").getArray()));
                });
        return chosen;
    }

    void put(UUID userId, Matter matter, List<String> channels) {
        database.sql()
                .sql(
                        """
                        insert into choices (user_id, matter, channels) values (?, ?, ?)
                        on conflict (user_id, matter) do update set channels = excluded.channels
                        """)
                .params(userId, matter.name(), channels.toArray(String[]::new))
                .update();
    }
}
