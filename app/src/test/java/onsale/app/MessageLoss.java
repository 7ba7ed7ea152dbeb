package onsale.app;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import onsale.testkit.Stores;

/**
 * Makes messages get lost: a chosen one counts as published the moment it is recorded, so that no
 * relay ever sends it. It can still be sent later, as if it had been under way all the time.
 */
final class MessageLoss implements AutoCloseable {

    private final Stores stores;

    MessageLoss(Stores stores) {
        this.stores = stores;
        execute(
                """
                create table common.losses (event_type text, message_key text, times int);
                create table common.lost (id uuid, event_type text, message_key text);
                create function common.lose() returns trigger
                    language plpgsql security definer as $$
                declare chosen boolean;
                begin
                    update common.losses set times = times - 1
                    where event_type = new.event_type and times > 0
                      and message_key in ('', new.message_key)
                    returning true into chosen;
                    if chosen then
                        insert into common.lost values (new.id, new.event_type, new.message_key);
                        new.published := true;
                        new.published_at := now();
                    end if;
                    return new;
                end $$;
                create trigger lose before insert on common.outbox_events
                    for each row execute function common.lose()
                """);
    }

    /** The next ones of this type about this aggregate, or about any. */
    void next(int times, String type, String key) {
        execute("insert into common.losses values ('%s', '%s', %d)".formatted(type, key, times));
    }

    /** Nothing more is lost. */
    void stop() {
        execute("delete from common.losses");
    }

    long lost(String type) {
        try (Connection connection = stores.admin();
                Statement statement = connection.createStatement();
                var found =
                        statement.executeQuery(
                                "select count(*) from common.lost where event_type = '%s'"
                                        .formatted(type))) {
            found.next();
            return found.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What was lost arrives after all. */
    void deliver() {
        execute(
                """
                update common.outbox_events set published = false, published_at = null
                where id in (select id from common.lost);
                delete from common.lost
                """);
    }

    void forget() {
        execute("delete from common.losses; delete from common.lost");
    }

    void execute(String sql) {
        try (Connection connection = stores.admin();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() {
        execute(
                """
                drop trigger lose on common.outbox_events;
                drop function common.lose();
                drop table common.losses, common.lost
                """);
    }
}
