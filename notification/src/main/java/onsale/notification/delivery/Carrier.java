package onsale.notification.delivery;

import java.util.UUID;
import onsale.notification.channel.Device;
import org.jspecify.annotations.Nullable;

/** Somebody who carries short messages to a phone, an app or a browser. */
public interface Carrier {

    Channel channel();

    /**
     * Hands over one message.
     *
     * @param id the same however often it is tried
     * @param phone of the person, for a channel that goes by it; else null
     * @param device for a channel that goes to one; else null
     */
    Result send(UUID id, ShortMessage message, @Nullable String phone, @Nullable Device device);
}
