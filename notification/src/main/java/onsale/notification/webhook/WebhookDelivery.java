package onsale.notification.webhook;

import java.util.UUID;

/** An event on its way to one endpoint, claimed. */
record WebhookDelivery(UUID webhookId, UUID eventId, String body, int attempts) {}
