package onsale.notification.notice;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import onsale.notification.delivery.Channel;
import onsale.notification.delivery.DeliveryStore;
import onsale.notification.delivery.DeliveryStore.Told;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes deliveries of a notice: one for each channel that its reader has chosen and this
 * installation has. Joins the transaction of what the notice is about.
 */
public final class TellPeople {

    /** Where nothing was chosen. An SMS costs money, so it is asked for. */
    public static final List<String> BY_DEFAULT = List.of("EMAIL", "PUSH");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final DeliveryStore deliveries;
    private final List<String> offered;

    public TellPeople(DeliveryStore deliveries, Set<Channel> offered) {
        this.deliveries = deliveries;
        this.offered = offered.stream().map(Channel::name).sorted().toList();
    }

    public List<String> offered() {
        return offered;
    }

    /**
     * Tells a person once, however often this is called.
     *
     * @param about the one thing it is about, such as a reservation; told once for each
     */
    void run(
            Notice notice,
            String about,
            UUID userId,
            Map<String, String> values,
            Instant usefulUntil) {
        deliveries.insert(
                new Told(
                        requestId(notice, about, userId),
                        userId,
                        notice.name(),
                        notice.matter().name(),
                        JSON.writeValueAsString(new TreeMap<>(values)),
                        usefulUntil),
                offered,
                BY_DEFAULT,
                always(notice.matter()));
    }

    /** Nobody misses by a choice that a show does not take place. */
    public static List<String> always(Matter matter) {
        return matter == Matter.SHOW ? List.of("EMAIL") : List.of();
    }

    private static UUID requestId(Notice notice, String about, UUID userId) {
        return UUID.nameUUIDFromBytes(
                "%s\n%s\n%s".formatted(notice, about, userId).getBytes(StandardCharsets.UTF_8));
    }
}
