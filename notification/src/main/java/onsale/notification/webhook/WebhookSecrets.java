package onsale.notification.webhook;

import java.util.Optional;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.platform.messaging.ContextKeys;

/** Secrets of webhooks at rest: encrypted by this context for itself, each for its webhook. */
final class WebhookSecrets {

    private final ContextKeys keys;

    WebhookSecrets(ContextKeys keys) {
        this.keys = keys;
    }

    String encrypted(UUID webhook, String secret) {
        return keys.encryptFor(Context.NOTIFICATION, secret, about(webhook));
    }

    String current(Webhook webhook) {
        return decrypted(webhook.id(), webhook.secret());
    }

    /** The one that still signs besides the current one. */
    Optional<String> old(Webhook webhook) {
        return Optional.ofNullable(webhook.oldSecret()).map(old -> decrypted(webhook.id(), old));
    }

    private String decrypted(UUID webhook, String encrypted) {
        return keys.decryptFrom(Context.NOTIFICATION, encrypted, about(webhook), String.class);
    }

    private static String about(UUID webhook) {
        return "webhooks.secret " + webhook;
    }
}
