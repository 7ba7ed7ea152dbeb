package onsale.ops;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.UUID;
import onsale.ops.OperatorMessages.DeadLetter;
import onsale.ops.OperatorMessages.Summary;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Waiting messages and dead letters, for operators. Changes are audited. */
@RestController
class MessagesController {

    private static final int AT_ONCE_MAX = 10_000;
    private static final int LISTED_MAX = 1_000;

    private final OperatorMessages messages;
    private final AuditTrail audit;

    MessagesController(OperatorMessages messages, AuditTrail audit) {
        this.messages = messages;
        this.audit = audit;
    }

    record OutboxView(List<Summary> contexts) {}

    /**
     * The result of publishing now.
     *
     * @param waiting how many messages are tried now
     */
    record Pushed(long waiting) {}

    record DeadLettersView(List<DeadLetter> deadLetters) {}

    record RedriveForm(@NotEmpty @Size(max = LISTED_MAX) List<@NotNull UUID> ids) {}

    /**
     * The result of a redrive.
     *
     * @param asked how many of the ids are dead letters; they are handled within seconds
     */
    record Redriven(long asked) {}

    @GetMapping("/api/admin/outbox")
    OutboxView outbox() {
        return new OutboxView(messages.summary());
    }

    @PostMapping("/api/admin/outbox/publish")
    Pushed publish(
            Actor operator,
            @RequestParam(name = "limit", defaultValue = "1000") @Min(1) @Max(AT_ONCE_MAX) int limit) {
        return audit.record(
                operator,
                "messages.publish",
                "outbox",
                () -> null,
                () -> new Pushed(messages.publishWaiting(limit)),
                pushed -> pushed);
    }

    @GetMapping("/api/admin/dead-letters")
    DeadLettersView deadLetters(
            @RequestParam(name = "limit", defaultValue = "100") @Min(1) @Max(LISTED_MAX) int limit) {
        return new DeadLettersView(messages.deadLetters(limit));
    }

    @PostMapping("/api/admin/dead-letters/redrive")
    Redriven redrive(Actor operator, @Valid @RequestBody RedriveForm form) {
        return audit.record(
                operator,
                "messages.redrive",
                "dead-letters",
                () -> form.ids(),
                () -> new Redriven(messages.redrive(form.ids())),
                redriven -> redriven);
    }
}
