package onsale.notification.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import onsale.notification.MailSettings;
import onsale.notification.delivery.Contacts.Contact;
import onsale.notification.delivery.SmtpServer.Connection;
import onsale.notification.delivery.SmtpServer.Unreachable;
import onsale.platform.internal.InternalCalls.NoAnswer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands mails that are due to the server, one after another over one connection. A mail is claimed
 * before it is tried, so that two nodes do not send it twice. While the server cannot be reached no
 * mail is claimed and no attempt counted.
 */
public final class SendMails {

    private static final Logger LOG = LoggerFactory.getLogger(SendMails.class);
    private static final int ROWS_MAX = 500;

    /** Claimed together, so that their readers' addresses are one question. */
    private static final int CLAIMED_MAX = 20;

    /** A delivery has at most this many steps, each with a timeout of its own. */
    private static final int STEPS_MAX = 8;

    private final DeliveryStore store;
    private final SmtpServer server;
    private final ComposeMails compose;
    private final MailSettings settings;
    private final InstantSource clock;
    private final MeterRegistry registry;
    private final Pauses pauses;

    private int unreachable;
    private long notBeforeMillis;

    SendMails(
            DeliveryStore store,
            SmtpServer server,
            ComposeMails compose,
            MailSettings settings,
            InstantSource clock,
            MeterRegistry registry) {
        this.store = store;
        this.server = server;
        this.compose = compose;
        this.settings = settings;
        this.clock = clock;
        this.registry = registry;
        this.pauses = new Pauses(settings.retryAfter(), settings.retryAtLeastEvery());
    }

    /** Sends what is due. Returns the number of mails that the server has accepted. */
    public int run(BooleanSupplier goesOn) {
        if (!store.hasDue(Channel.EMAIL)) {
            return 0;
        }
        count("too_late", store.expire(Channel.EMAIL, ROWS_MAX));
        if (settings.mailbox()) {
            return store.keepDue(ROWS_MAX);
        }
        if (!settings.sends() || clock.millis() < notBeforeMillis) {
            return 0;
        }
        try (Connection connection = server.connect()) {
            unreachable = 0;
            return sendAll(connection, goesOn);
        } catch (Unreachable e) {
            Duration pause = waitLonger();
            LOG.warn(
                    "The mail server {}:{} cannot be used ({}); mails wait, next try in {}",
                    settings.host(),
                    settings.port(),
                    e.getMessage(),
                    pause);
            return 0;
        }
    }

    private int sendAll(Connection connection, BooleanSupplier goesOn) {
        int sent = 0;
        Duration forOne = settings.within().multipliedBy(STEPS_MAX);
        while (goesOn.getAsBoolean() && connection.isOpen()) {
            long end = clock.millis() + 2 * forOne.toMillis();
            List<Delivery> claimed =
                    store.claim(Channel.EMAIL, forOne.multipliedBy(3), CLAIMED_MAX);
            if (claimed.isEmpty()) {
                break;
            }
            @Nullable Map<UUID, Contact> readers = readers(claimed);
            for (Delivery delivery : claimed) {
                boolean inTime = clock.millis() < end && connection.isOpen();
                if (readers == null || !inTime) {
                    store.putBack(delivery, readers == null ? pauses.most() : Duration.ZERO);
                } else if (send(connection, delivery, readers.get(delivery.userId()))) {
                    sent++;
                }
            }
        }
        return sent;
    }

    /** Null while the user context does not answer: then the mails wait, tried by nobody. */
    private @Nullable Map<UUID, Contact> readers(List<Delivery> claimed) {
        try {
            return compose.readers(claimed);
        } catch (NoAnswer e) {
            LOG.warn("Addresses cannot be read ({}); mails wait", e.getMessage());
            return null;
        }
    }

    private boolean send(Connection connection, Delivery delivery, @Nullable Contact reader) {
        @Nullable Mail mail = compose.mail(delivery, reader);
        if (mail == null) {
            store.failed(delivery, "NO_CONTACT");
            count("refused", 1);
            return false;
        }
        try {
            mail = compose.withTickets(mail, delivery, reader);
        } catch (NoAnswer e) {
            LOG.warn("Tickets cannot be printed ({}); their mail waits", e.getMessage());
            store.putBack(delivery, pauses.after(delivery.attempts()));
            return false;
        }
        return ended(delivery, connection.send(delivery.requestId(), mail));
    }

    private boolean ended(Delivery delivery, Result result) {
        switch (result) {
            case Result.Accepted _ -> {
                store.sent(delivery);
                count("sent", 1);
                return true;
            }
            case Result.Refused refused -> {
                store.failed(delivery, refused.why());
                count("refused", 1);
                LOG.warn("Mail {} is refused: {}", delivery.requestId(), refused.why());
            }
            case Result.Gone _ -> store.failed(delivery, "GONE");
            case Result.NotNow notNow -> putOff(delivery, notNow.why());
            case Result.Unreachable away -> putOff(delivery, away.why());
        }
        return false;
    }

    private void putOff(Delivery delivery, String why) {
        store.retry(delivery, pauses.after(delivery.attempts()));
        count("put_off", 1);
        LOG.info("Mail {} waits: {}", delivery.requestId(), why);
    }

    private Duration waitLonger() {
        Duration pause = pauses.after(++unreachable);
        notBeforeMillis = clock.millis() + pause.toMillis();
        return pause;
    }

    private void count(String outcome, int mails) {
        registry.counter("onsale.mails", "outcome", outcome).increment(mails);
    }
}
