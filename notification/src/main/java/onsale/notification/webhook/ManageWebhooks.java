package onsale.notification.webhook;

import java.net.URI;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Consumer;
import onsale.notification.NotificationProblems;
import onsale.notification.WebhookSettings;
import onsale.notification.webhook.WebhookController.DeliveryLog;
import onsale.notification.webhook.WebhookController.WebhookForm;
import onsale.notification.webhook.WebhookController.WebhookView;
import onsale.notification.webhook.WebhookController.WebhookWithSecret;
import onsale.platform.Ids;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.platform.problem.Problem;
import org.jspecify.annotations.Nullable;

/** Changes webhooks for their owners; administrators may change all. Changes are audited. */
final class ManageWebhooks {

    private final Database database;
    private final WebhookStore webhooks;
    private final WebhookDeliveryStore deliveries;
    private final WebhookSecrets secrets;
    private final AuditTrail audit;
    private final WebhookSettings settings;
    private final Ids ids;
    private final SecureRandom random = new SecureRandom();

    ManageWebhooks(
            Database database,
            WebhookStore webhooks,
            WebhookDeliveryStore deliveries,
            WebhookSecrets secrets,
            AuditTrail audit,
            WebhookSettings settings,
            Ids ids) {
        this.database = database;
        this.webhooks = webhooks;
        this.deliveries = deliveries;
        this.secrets = secrets;
        this.audit = audit;
        this.settings = settings;
        this.ids = ids;
    }

    List<Webhook> list(Actor actor, int page, int size) {
        return webhooks.list(owner(actor), page, size);
    }

    long count(Actor actor) {
        return webhooks.count(owner(actor));
    }

    WebhookWithSecret create(Actor actor, WebhookForm form) {
        checkUrl(form.url());
        UUID id = ids.next();
        String secret = WebhookSecret.create(random);
        return database.inTransaction(() -> {
            if (!webhooks.insert(
                    id,
                    actor.userId(),
                    form.url(),
                    description(form),
                    types(form),
                    secrets.encrypted(id, secret),
                    settings.webhooksMax())) {
                throw Problem.of(
                                NotificationProblems.TOO_MANY_WEBHOOKS,
                                "Delete one that is not used any more.")
                        .exception();
            }
            WebhookView created = WebhookView.of(webhooks.find(id).orElseThrow());
            audit.record(actor, "webhook.create", id.toString(), null, created);
            return new WebhookWithSecret(created, secret);
        });
    }

    Webhook update(Actor actor, UUID id, WebhookForm form) {
        checkUrl(form.url());
        return change(
                actor,
                id,
                "webhook.update",
                _ -> webhooks.update(id, form.url(), description(form), types(form)));
    }

    Webhook pause(Actor actor, UUID id, boolean paused) {
        return change(
                actor,
                id,
                paused ? "webhook.pause" : "webhook.resume",
                _ -> webhooks.pause(id, paused));
    }

    WebhookWithSecret rotate(Actor actor, UUID id) {
        String secret = WebhookSecret.create(random);
        Webhook rotated =
                change(
                        actor,
                        id,
                        "webhook.rotate",
                        _ ->
                                webhooks.rotate(
                                        id,
                                        secrets.encrypted(id, secret),
                                        settings.oldSecretFor()));
        return new WebhookWithSecret(WebhookView.of(rotated), secret);
    }

    void delete(Actor actor, UUID id) {
        database.inTransaction(() -> {
            Webhook webhook = lock(actor, id);
            webhooks.delete(id);
            audit.record(actor, "webhook.delete", id.toString(), WebhookView.of(webhook), null);
        });
    }

    DeliveryLog log(Actor actor, UUID id, int page, int size) {
        return database.inTransaction(() -> {
            Webhook webhook = lock(actor, id);
            return new DeliveryLog(
                    deliveries.log(webhook.id(), page, size),
                    page,
                    size,
                    deliveries.count(webhook.id()));
        });
    }

    boolean redeliver(Actor actor, UUID id, UUID eventId) {
        return database.inTransaction(() -> {
            Webhook webhook = lock(actor, id);
            boolean found = deliveries.redeliver(webhook.id(), eventId, settings.giveUpAfter());
            if (found) {
                audit.record(actor, "webhook.redeliver", id.toString(), null, eventId.toString());
            }
            return found;
        });
    }

    private Webhook change(Actor actor, UUID id, String action, Consumer<Webhook> change) {
        return database.inTransaction(() -> {
            Webhook before = lock(actor, id);
            change.accept(before);
            Webhook after = webhooks.find(id).orElseThrow();
            audit.record(
                    actor, action, id.toString(), WebhookView.of(before), WebhookView.of(after));
            return after;
        });
    }

    private Webhook lock(Actor actor, UUID id) {
        return webhooks.lock(id, owner(actor))
                .orElseThrow(() ->
                        Problem.of(NotificationProblems.NO_WEBHOOK, "Choose one of the list.")
                                .exception());
    }

    private static @Nullable UUID owner(Actor actor) {
        return actor.isAdministrator() ? null : actor.userId();
    }

    private static String description(WebhookForm form) {
        return form.description() == null ? "" : form.description();
    }

    private static List<String> types(WebhookForm form) {
        return form.eventTypes().stream().distinct().map(WebhookEvent::type).toList();
    }

    /** Where its name leads is checked for each request that is sent. */
    private void checkUrl(String text) {
        try {
            URI url = URI.create(text);
            String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
            boolean allowed =
                    scheme.equals("https")
                            || (scheme.equals("http") && settings.privateAddressesAllowed());
            if (allowed
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawFragment() == null) {
                return;
            }
        } catch (IllegalArgumentException e) {
            // refused below
        }
        throw Problem.of(
                        NotificationProblems.WEBHOOK_URL,
                        "Give an address that begins with https:// and has no user and no fragment.")
                .exception();
    }
}
