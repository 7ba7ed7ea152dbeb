package onsale.queue;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import onsale.contracts.EntryPass;
import onsale.platform.access.CurrentUser;
import onsale.platform.pass.Passes;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The waiting room for what the door does not answer itself: calls to take up, and odd requests.
 */
@RestController
@RequestMapping("/api/queue")
class QueueController {

    private static final String TOKEN = "X-Queue-Token";

    private final Sales sales;
    private final EnterCall enter;
    private final Status status;
    private final Turns turns;
    private final Passes passes;

    QueueController(Sales sales, EnterCall enter, Status status, Turns turns, Passes passes) {
        this.sales = sales;
        this.enter = enter;
        this.status = status;
        this.turns = turns;
        this.passes = passes;
    }

    record EnterRequest(@NotNull UUID scheduleId) {}

    @PostMapping(path = "/enter", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> enter(CurrentUser user, @Valid @RequestBody EnterRequest request) {
        @Nullable Sale sale = sales.find(request.scheduleId);
        if (sale == null) {
            return QueueProblems.notFound().response();
        }
        try {
            return switch (enter.run(sale, user).toCompletableFuture().join()) {
                case EnterCall.Answer.Json json -> json(json.text());
                case EnterCall.Answer.Refused refused -> refused.problem().response();
            };
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @GetMapping(path = "/status", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> status(
            @RequestParam UUID scheduleId,
            @RequestHeader(name = StatusRead.RECEIPT, required = false) @Nullable String text) {
        @Nullable Receipt receipt = Receipt.read(passes, text);
        return receipt == null || !receipt.scheduleId().equals(scheduleId)
                ? QueueProblems.badReceipt().response()
                : json(status.now(receipt, null));
    }

    @GetMapping(path = "/page", produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<?> page(@RequestParam(required = false) @Nullable String receipt) {
        @Nullable Receipt read = Receipt.read(passes, receipt);
        return read == null
                ? QueueProblems.badReceipt().response()
                : ResponseEntity.ok()
                        .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                        .body(WaitingPage.html(status.now(read, null)));
    }

    @DeleteMapping("/leave")
    ResponseEntity<?> leave(
            CurrentUser user,
            @RequestHeader(name = StatusRead.RECEIPT, required = false) @Nullable String text) {
        @Nullable Receipt receipt = Receipt.read(passes, text);
        if (receipt == null || !receipt.userId().equals(user.userId())) {
            return QueueProblems.badReceipt().response();
        }
        turns.leave(receipt);
        return ResponseEntity.noContent().build();
    }

    record ExtendView(String entryToken, java.time.Instant entryExpiresAt, int extensionsLeft) {}

    @PostMapping("/extend")
    ResponseEntity<?> extend(
            CurrentUser user,
            @RequestHeader(name = TOKEN, required = false) @Nullable String text) {
        String token = text == null ? "" : text;
        Optional<EntryPass> pass =
                EntryPass.read(passes, token).filter(p -> p.userId().equals(user.userId()));
        if (pass.isEmpty()) {
            return QueueProblems.badToken().response();
        }
        return switch (turns.extend(pass.get(), EntryPass.expiry(passes, token).orElseThrow())) {
            case Turns.Extension.Extended extended ->
                    ResponseEntity.ok(
                            new ExtendView(
                                    extended.turn().token(),
                                    extended.turn().expiresAt(),
                                    extended.turn().extensionsLeft()));
            case Turns.Extension.NoMore _ ->
                    onsale.platform.problem.Problem.of(
                                    QueueProblems.NO_MORE_EXTENSIONS,
                                    "Hold your seats while the turn lasts.")
                            .response();
            case Turns.Extension.Over _ ->
                    onsale.platform.problem.Problem.of(
                                    QueueProblems.TURN_OVER, "Enter the waiting room again.")
                            .response();
        };
    }

    private static ResponseEntity<byte[]> json(String text) {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(text.getBytes(StandardCharsets.UTF_8));
    }
}
