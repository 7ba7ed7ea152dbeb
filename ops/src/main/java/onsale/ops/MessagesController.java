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
import onsale.platform.access.CurrentUser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Waiting messages and dead letters, for operators. The log names who changes something. */
@RestController
class MessagesController {

    private static final int AT_ONCE_MAX = 10_000;
    private static final int LISTED_MAX = 1_000;
    private static final Logger AUDIT = LoggerFactory.getLogger("onsale.audit.messages");

    private final OperatorMessages messages;

    MessagesController(OperatorMessages messages) {
        this.messages = messages;
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
            CurrentUser operator,
            @RequestParam(name = "limit", defaultValue = "1000") @Min(1) @Max(AT_ONCE_MAX) int limit) {
        long waiting = messages.publishWaiting(limit);
        audit(operator, "publish", waiting);
        return new Pushed(waiting);
    }

    @GetMapping("/api/admin/dead-letters")
    DeadLettersView deadLetters(
            @RequestParam(name = "limit", defaultValue = "100") @Min(1) @Max(LISTED_MAX) int limit) {
        return new DeadLettersView(messages.deadLetters(limit));
    }

    @PostMapping("/api/admin/dead-letters/redrive")
    Redriven redrive(CurrentUser operator, @Valid @RequestBody RedriveForm form) {
        long asked = messages.redrive(form.ids());
        audit(operator, "redrive", asked);
        return new Redriven(asked);
    }

    private static void audit(CurrentUser operator, String what, long count) {
        AUDIT.atInfo()
                .addKeyValue("operator", operator.userId())
                .addKeyValue("action", what)
                .addKeyValue("messages", count)
                .log("{} messages: {} by {}", count, what, operator.userId());
    }
}
