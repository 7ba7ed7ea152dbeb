package onsale.queue;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import onsale.contracts.EntryPass;
import onsale.platform.Redacted;
import onsale.platform.access.CurrentUser;
import onsale.platform.pass.Passes;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.queue.QueueProblems.Codes;
import onsale.queue.admission.EntryToken;
import onsale.queue.admission.ExtendTurn;
import onsale.queue.admission.LeaveQueue;
import onsale.queue.enter.AnswerEntering;
import onsale.queue.enter.EnterAnswer;
import onsale.queue.line.Fan;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.sale.Sales;
import onsale.queue.status.AnswerStatus;
import onsale.queue.status.QueueStatusView;
import onsale.queue.status.StatusRead;
import onsale.queue.status.WaitingPage;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The waiting room for requests that the front does not answer itself: those by which a called fan
 * takes the turn up, and those that are not plain.
 */
@RestController
@RequestMapping("/api/queue")
@ProblemsOf(QueueProblems.class)
public class QueueController {

    private static final String TOKEN = "X-Queue-Token";
    private static final MediaType HTML =
            new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private final Sales sales;
    private final AnswerEntering entering;
    private final AnswerStatus status;
    private final ExtendTurn extendTurn;
    private final LeaveQueue leaveQueue;
    private final Passes passes;

    public QueueController(
            Sales sales,
            AnswerEntering entering,
            AnswerStatus status,
            ExtendTurn extendTurn,
            LeaveQueue leaveQueue,
            Passes passes) {
        this.sales = sales;
        this.entering = entering;
        this.status = status;
        this.extendTurn = extendTurn;
        this.leaveQueue = leaveQueue;
        this.passes = passes;
    }

    record EnterRequest(@NotNull UUID scheduleId) {}

    @PostMapping(path = "/enter", produces = MediaType.APPLICATION_JSON_VALUE)
    @ProblemCodes({
        PlatformProblems.Codes.NOT_FOUND,
        Codes.ELSEWHERE,
        Codes.NOT_QUEUED,
        Codes.FULL,
        Codes.RESTORING
    })
    QueueStatusView enter(CurrentUser user, @Valid @RequestBody EnterRequest request) {
        @Nullable Sale sale = sales.find(request.scheduleId);
        if (sale == null) {
            throw QueueProblems.notFound().exception();
        }
        try {
            return switch (entering.run(sale, Fan.of(user)).toCompletableFuture().join()) {
                case EnterAnswer.Told told -> QueueStatusView.of(told.answer());
                case EnterAnswer.Refused refused -> throw refused.problem().exception();
            };
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @GetMapping(path = "/status", produces = MediaType.APPLICATION_JSON_VALUE)
    @ProblemCodes(Codes.BAD_RECEIPT)
    QueueStatusView status(
            @RequestParam UUID scheduleId,
            @RequestHeader(name = StatusRead.RECEIPT, required = false) @Nullable String text) {
        Receipt receipt = receipt(text);
        if (!receipt.scheduleId().equals(scheduleId)) {
            throw QueueProblems.badReceipt().exception();
        }
        return QueueStatusView.of(status.now(receipt));
    }

    /** The type is fixed: a client that accepts another charset could not show Korean text. */
    @GetMapping(path = "/page", produces = MediaType.TEXT_HTML_VALUE)
    @ProblemCodes(Codes.BAD_RECEIPT)
    ResponseEntity<String> page(@RequestParam(required = false) @Nullable String receipt) {
        return ResponseEntity.ok()
                .contentType(HTML)
                .body(WaitingPage.html(status.now(receipt(receipt))));
    }

    @DeleteMapping("/leave")
    @ProblemCodes(Codes.BAD_RECEIPT)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void leave(
            CurrentUser user,
            @RequestHeader(name = StatusRead.RECEIPT, required = false) @Nullable String text) {
        Receipt receipt = receipt(text);
        if (!receipt.userId().equals(user.userId())) {
            throw QueueProblems.badReceipt().exception();
        }
        leaveQueue.run(receipt);
    }

    record ExtendView(String entryToken, Instant entryExpiresAt, int extensionsLeft) {
        @Override
        public String toString() {
            return Redacted.text(this, "entryToken");
        }
    }

    @PostMapping("/extend")
    @ProblemCodes({Codes.BAD_TOKEN, Codes.NO_MORE_EXTENSIONS, Codes.TURN_OVER})
    ExtendView extend(
            CurrentUser user,
            @RequestHeader(name = TOKEN, required = false) @Nullable String text) {
        String token = text == null ? "" : text;
        EntryPass pass =
                EntryPass.read(passes, token)
                        .filter(read -> read.userId().equals(user.userId()))
                        .orElseThrow(() -> QueueProblems.badToken().exception());
        return switch (extendTurn.run(pass, EntryPass.expiry(passes, token).orElseThrow())) {
            case ExtendTurn.Outcome.Extended(EntryToken entry) ->
                    new ExtendView(entry.token(), entry.expiresAt(), entry.extensionsLeft());
            case ExtendTurn.Outcome.NoMore _ -> throw QueueProblems.noMoreExtensions().exception();
            case ExtendTurn.Outcome.Over _ -> throw QueueProblems.turnOver().exception();
        };
    }

    private Receipt receipt(@Nullable String text) {
        @Nullable Receipt receipt = Receipt.read(passes, text);
        if (receipt == null) {
            throw QueueProblems.badReceipt().exception();
        }
        return receipt;
    }
}
