package onsale.notification;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import onsale.contracts.Context;
import onsale.contracts.MailRequested.Letter;
import onsale.notification.SmtpServer.Connection;
import onsale.notification.SmtpServer.Result;
import onsale.notification.SmtpServer.Unreachable;
import onsale.platform.messaging.ContextKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands mails that are due to the server, one after another over one connection. A mail is claimed
 * before it is tried, so that two nodes do not send it twice. While the server cannot be reached no
 * mail is claimed and no attempt counted.
 */
final class SendMails {

    private static final Logger LOG = LoggerFactory.getLogger(SendMails.class);
    private static final int ROWS_MAX = 500;

    /** A delivery has at most this many steps, each with a timeout of its own. */
    private static final int STEPS_MAX = 8;

    private final DeliveryStore store;
    private final SmtpServer server;
    private final MailTemplates templates;
    private final ContextKeys keys;
    private final MailSettings settings;
    private final InstantSource clock;
    private final MeterRegistry registry;

    private int unreachable;
    private long notBeforeMillis;

    SendMails(
            DeliveryStore store,
            SmtpServer server,
            MailTemplates templates,
            ContextKeys keys,
            MailSettings settings,
            InstantSource clock,
            MeterRegistry registry) {
        this.store = store;
        this.server = server;
        this.templates = templates;
        this.keys = keys;
        this.settings = settings;
        this.clock = clock;
        this.registry = registry;
    }

    /** Sends what is due. Returns the number of mails that the server has accepted. */
    int run(BooleanSupplier goesOn) {
        if (!store.hasDue()) {
            return 0;
        }
        count("too_late", store.expire(ROWS_MAX));
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
            Duration pause = pause(++unreachable);
            notBeforeMillis = clock.millis() + pause.toMillis();
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
        while (goesOn.getAsBoolean() && connection.isOpen()) {
            Optional<Delivery> next = store.claim(settings.within().multipliedBy(STEPS_MAX));
            if (next.isEmpty()) {
                break;
            }
            if (send(connection, next.get())) {
                sent++;
            }
        }
        return sent;
    }

    private boolean send(Connection connection, Delivery delivery) {
        switch (connection.send(delivery.requestId(), mail(delivery))) {
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
            case Result.NotNow notNow -> {
                store.retry(delivery, pause(delivery.attempts()));
                count("put_off", 1);
                LOG.info("Mail {} waits: {}", delivery.requestId(), notNow.why());
            }
        }
        return false;
    }

    Mail mail(Delivery delivery) {
        Letter letter =
                keys.decryptFrom(
                        Context.USER,
                        delivery.letter(),
                        delivery.requestId().toString(),
                        Letter.class);
        return templates.fill(delivery.template(), delivery.language(), letter);
    }

    private Duration pause(int failures) {
        long millis = settings.retryAfter().toMillis() << Math.min(failures - 1, 20);
        return Duration.ofMillis(Math.min(millis, settings.retryAtLeastEvery().toMillis()));
    }

    private void count(String outcome, int mails) {
        registry.counter("onsale.mails", "outcome", outcome).increment(mails);
    }
}
