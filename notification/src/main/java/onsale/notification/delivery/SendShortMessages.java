package onsale.notification.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import onsale.notification.channel.Device;
import onsale.notification.channel.DeviceStore;
import onsale.notification.delivery.Contacts.Contact;
import onsale.platform.internal.InternalCalls.NoAnswer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands short messages of one channel that are due to their carrier. One is claimed before it is
 * tried, so that two nodes do not send it twice. When the carrier cannot be reached the others
 * wait, and no attempt is counted.
 */
public final class SendShortMessages {

    private static final Logger LOG = LoggerFactory.getLogger(SendShortMessages.class);
    private static final int ROWS_MAX = 500;
    private static final int CLAIMED_MAX = 20;
    private static final Duration LEASE = Duration.ofMinutes(5);

    /** Beyond this the rest of what was claimed is left to the next run. */
    private static final Duration WORK_MAX = Duration.ofMinutes(4);

    private final Carrier carrier;
    private final DeliveryStore store;
    private final DeviceStore devices;
    private final ComposeMails compose;
    private final InstantSource clock;
    private final MeterRegistry registry;
    private final Pauses pauses;

    private int unreachable;
    private long notBeforeMillis;

    SendShortMessages(
            Carrier carrier,
            DeliveryStore store,
            DeviceStore devices,
            ComposeMails compose,
            InstantSource clock,
            MeterRegistry registry,
            Pauses pauses) {
        this.carrier = carrier;
        this.store = store;
        this.devices = devices;
        this.compose = compose;
        this.clock = clock;
        this.registry = registry;
        this.pauses = pauses;
    }

    public Channel channel() {
        return carrier.channel();
    }

    /** Sends what is due. Returns the number of messages that were accepted. */
    public int run(BooleanSupplier goesOn) {
        Channel channel = carrier.channel();
        if (clock.millis() < notBeforeMillis || !store.hasDue(channel)) {
            return 0;
        }
        count("too_late", store.expire(channel, ROWS_MAX));
        int sent = 0;
        while (goesOn.getAsBoolean() && clock.millis() >= notBeforeMillis) {
            long end = clock.millis() + WORK_MAX.toMillis();
            List<Delivery> claimed = store.claim(channel, LEASE, CLAIMED_MAX);
            if (claimed.isEmpty()) {
                break;
            }
            sent += sendAll(claimed, end);
        }
        return sent;
    }

    private int sendAll(List<Delivery> claimed, long end) {
        int sent = 0;
        Map<UUID, Contact> readers;
        try {
            readers = carrier.channel() == Channel.SMS ? compose.readers(claimed) : Map.of();
        } catch (NoAnswer e) {
            LOG.warn("Phone numbers cannot be read ({}); messages wait", e.getMessage());
            waitLonger();
            claimed.forEach(one -> store.putBack(one, Duration.ZERO));
            return 0;
        }
        for (Delivery delivery : claimed) {
            long now = clock.millis();
            if (now >= end || now < notBeforeMillis) {
                store.putBack(delivery, Duration.ZERO);
            } else if (send(delivery, readers.get(delivery.userId()))) {
                sent++;
            }
        }
        return sent;
    }

    private boolean send(Delivery delivery, @Nullable Contact reader) {
        @Nullable Device device =
                delivery.target().equals(Delivery.NO_TARGET)
                        ? null
                        : devices.find(delivery.target()).orElse(null);
        if (reader == null && device == null) {
            store.failed(delivery, "NO_CONTACT");
            count("refused", 1);
            return false;
        }
        String language = device == null ? languageOf(reader) : device.language();
        return ended(
                delivery,
                carrier.send(
                        delivery.requestId(),
                        compose.brief(delivery, language),
                        reader == null ? null : reader.phone(),
                        device));
    }

    private static String languageOf(@Nullable Contact reader) {
        return reader == null ? "ko" : reader.language();
    }

    private boolean ended(Delivery delivery, Result result) {
        switch (result) {
            case Result.Accepted _ -> {
                unreachable = 0;
                store.sent(delivery);
                count("sent", 1);
                return true;
            }
            case Result.Refused refused -> {
                store.failed(delivery, refused.why());
                count("refused", 1);
                LOG.warn(
                        "{} {} is refused: {}",
                        carrier.channel(),
                        delivery.requestId(),
                        refused.why());
            }
            case Result.Gone _ -> {
                devices.delete(delivery.target());
                store.failed(delivery, "GONE");
                count("gone", 1);
            }
            case Result.NotNow notNow -> {
                store.retry(delivery, pauses.after(delivery.attempts()));
                count("put_off", 1);
                LOG.info("{} {} waits: {}", carrier.channel(), delivery.requestId(), notNow.why());
            }
            case Result.Unreachable away -> {
                waitLonger();
                store.putBack(delivery, Duration.ZERO);
                LOG.warn("{} cannot be used ({}); messages wait", carrier.channel(), away.why());
            }
        }
        return false;
    }

    private void waitLonger() {
        notBeforeMillis = clock.millis() + pauses.after(++unreachable).toMillis();
    }

    private void count(String outcome, int messages) {
        registry.counter(
                        "onsale.short_messages",
                        "channel",
                        carrier.channel().name().toLowerCase(Locale.ROOT),
                        "outcome",
                        outcome)
                .increment(messages);
    }
}
