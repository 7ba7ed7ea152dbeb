package onsale.notification.webhook;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.notification.NotificationProblems;
import onsale.notification.NotificationProblems.Codes;
import onsale.notification.webhook.WebhookDeliveryStore.LoggedDelivery;
import onsale.platform.Redacted;
import onsale.platform.access.Actor;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Webhooks of organisers, who see and change their own. */
@RestController
@RequestMapping("/api/admin/webhooks")
@ProblemsOf(NotificationProblems.class)
public final class WebhookController {

    private static final String TEXT = "[^\\p{Cc}\\p{Cs}]*";

    private final ManageWebhooks manage;

    WebhookController(ManageWebhooks manage) {
        this.manage = manage;
    }

    /**
     * @param url which is told, by POST
     * @param eventTypes what it is told of
     */
    record WebhookForm(
            @NotNull @Size(min = 8, max = 500) @Pattern(regexp = "[\\x21-\\x7e]*") String url,
            @Nullable @Size(max = 200) @Pattern(regexp = TEXT) String description,
            @NotEmpty @Size(max = 5) List<@NotNull WebhookEvent> eventTypes) {}

    /**
     * @param paused whether nothing is sent; events gather meanwhile
     */
    record PauseForm(@NotNull Boolean paused) {}

    /**
     * An endpoint.
     *
     * @param failures since its last success
     * @param oldSecretUntil until when an old secret signs too; null if none does
     */
    record WebhookView(
            UUID id,
            String url,
            String description,
            List<WebhookEvent> eventTypes,
            boolean paused,
            int failures,
            Instant createdAt,
            @Nullable Instant oldSecretUntil) {

        static WebhookView of(Webhook webhook) {
            return new WebhookView(
                    webhook.id(),
                    webhook.url(),
                    webhook.description(),
                    webhook.eventTypes().stream().map(WebhookEvent::of).toList(),
                    webhook.pausedAt() != null,
                    webhook.failures(),
                    webhook.createdAt(),
                    webhook.oldSecretUntil());
        }
    }

    /**
     * A webhook with a new secret.
     *
     * @param secret which is told this once
     */
    record WebhookWithSecret(WebhookView webhook, String secret) {
        @Override
        public String toString() {
            return Redacted.text(this, "secret");
        }
    }

    record WebhookPage(List<WebhookView> items, int page, int size, long total) {}

    record DeliveryLog(List<LoggedDelivery> items, int page, int size, long total) {}

    @GetMapping
    WebhookPage list(
            Actor actor,
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(name = "size", defaultValue = "20") @Min(1) @Max(100) int size) {
        return new WebhookPage(
                manage.list(actor, page, size).stream().map(WebhookView::of).toList(),
                page,
                size,
                manage.count(actor));
    }

    @PostMapping
    @ProblemCodes({Codes.WEBHOOK_URL, Codes.TOO_MANY_WEBHOOKS})
    @ResponseStatus(HttpStatus.CREATED)
    WebhookWithSecret create(Actor actor, @Valid @RequestBody WebhookForm form) {
        return manage.create(actor, form);
    }

    @PutMapping("/{id}")
    @ProblemCodes({Codes.NO_WEBHOOK, Codes.WEBHOOK_URL})
    WebhookView update(
            Actor actor, @PathVariable("id") UUID id, @Valid @RequestBody WebhookForm form) {
        return WebhookView.of(manage.update(actor, id, form));
    }

    /** Stops and starts sending. */
    @PostMapping("/{id}/pause")
    @ProblemCodes(Codes.NO_WEBHOOK)
    WebhookView pause(
            Actor actor, @PathVariable("id") UUID id, @Valid @RequestBody PauseForm form) {
        return WebhookView.of(manage.pause(actor, id, form.paused()));
    }

    /** Makes a new secret. The old one signs too, for a while. */
    @PostMapping("/{id}/secret")
    @ProblemCodes(Codes.NO_WEBHOOK)
    WebhookWithSecret rotate(Actor actor, @PathVariable("id") UUID id) {
        return manage.rotate(actor, id);
    }

    @DeleteMapping("/{id}")
    @ProblemCodes(Codes.NO_WEBHOOK)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(Actor actor, @PathVariable("id") UUID id) {
        manage.delete(actor, id);
    }

    /** What was sent, and what came of it, the latest first. */
    @GetMapping("/{id}/deliveries")
    @ProblemCodes(Codes.NO_WEBHOOK)
    DeliveryLog deliveries(
            Actor actor,
            @PathVariable("id") UUID id,
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(name = "size", defaultValue = "20") @Min(1) @Max(100) int size) {
        return manage.log(actor, id, page, size);
    }

    /** Sends an event once more. */
    @PostMapping("/{id}/deliveries/{eventId}/redeliver")
    @ProblemCodes({Codes.NO_WEBHOOK, Codes.NO_DELIVERY})
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void redeliver(
            Actor actor, @PathVariable("id") UUID id, @PathVariable("eventId") UUID eventId) {
        if (!manage.redeliver(actor, id, eventId)) {
            throw Problem.of(NotificationProblems.NO_DELIVERY, "Choose one of the log.")
                    .exception();
        }
    }
}
