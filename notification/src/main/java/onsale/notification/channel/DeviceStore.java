package onsale.notification.channel;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;

/** The table {@code devices}. */
public final class DeviceStore {

    private final Database database;

    public DeviceStore(Database database) {
        this.database = database;
    }

    /**
     * A device belongs to whoever registered it last; what waits for its former owner does not find
     * it any more. Beyond a number of devices a person's oldest one goes.
     */
    public void put(UUID userId, String channel, Device device, int devicesMax) {
        database.inTransaction(() -> {
            database.sql()
                    .sql(
                            """
                            insert into devices (id, user_id, channel, language, address, p256dh, auth)
                            values (:id, :user, :channel, :language, :address, :p256dh,
                                    :auth)
                            on conflict (channel, address) do update
                            set id = case when devices.user_id = excluded.user_id
                                          then devices.id else excluded.id end,
                                user_id = excluded.user_id, language = excluded.language,
                                p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()
                            """)
                    .param("id", device.id())
                    .param("user", userId)
                    .param("channel", channel)
                    .param("language", device.language())
                    .param("address", device.address())
                    .param("p256dh", device.p256dh(), Types.BINARY)
                    .param("auth", device.auth(), Types.BINARY)
                    .update();
            database.sql()
                    .sql(
                            """
                            delete from devices where id in (
                                select id from devices where user_id = ?
                                order by created_at desc, id desc offset ?)
                            """)
                    .params(userId, devicesMax)
                    .update();
        });
    }

    public Optional<Device> find(UUID id) {
        return database.sql()
                .sql("select id, language, address, p256dh, auth from devices where id = ?")
                .param(id)
                .query(DeviceStore::row)
                .optional();
    }

    public void delete(UUID id) {
        database.sql().sql("delete from devices where id = ?").param(id).update();
    }

    /** Forgets a device of this person, by its address. */
    public void delete(UUID userId, String address) {
        database.sql()
                .sql("delete from devices where user_id = ? and address = ?")
                .params(userId, address)
                .update();
    }

    private static Device row(ResultSet row, int n) throws SQLException {
        return new Device(
                row.getObject("id", UUID.class),
                row.getString("language"),
                row.getString("address"),
                row.getBytes("p256dh"),
                row.getBytes("auth"));
    }
}
