package onsale.notification.delivery;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import onsale.notification.MailSettings;
import onsale.notification.NotificationProblems;
import onsale.notification.NotificationProblems.Codes;
import onsale.notification.delivery.ComposeMails.Composed;
import onsale.platform.internal.InternalCalls.NoAnswer;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The mails that a demo keeps instead of sending them, for whoever tries it. Everybody may read
 * them, so there are none where {@code onsale.mail.mailbox} is not set.
 */
@RestController
@ProblemsOf(NotificationProblems.class)
public final class MailboxController {

    private static final int MAILS_MAX = 50;

    private final DeliveryStore store;
    private final ComposeMails composeMails;
    private final MailSettings settings;

    MailboxController(DeliveryStore store, ComposeMails composeMails, MailSettings settings) {
        this.store = store;
        this.composeMails = composeMails;
        this.settings = settings;
    }

    record KeptMail(UUID id, Instant at, String address, String subject, String text) {
        @Override
        public String toString() {
            return "KeptMail"; // personal data must not reach a log
        }
    }

    /** The latest first. */
    record Mailbox(List<KeptMail> items) {}

    @GetMapping("/api/mailbox")
    @ProblemCodes(Codes.NO_MAILBOX)
    Mailbox mailbox() {
        if (!settings.mailbox()) {
            throw Problem.of(
                            NotificationProblems.NO_MAILBOX,
                            "Look into the mailbox of your e-mail address.")
                    .exception();
        }
        try {
            return new Mailbox(
                    composeMails.run(store.kept(MAILS_MAX)).stream()
                            .filter(composed -> composed.mail() != null)
                            .map(MailboxController::shown)
                            .toList());
        } catch (NoAnswer e) {
            throw PlatformProblems.unavailable().exception();
        }
    }

    private static KeptMail shown(Composed kept) {
        Mail mail = Objects.requireNonNull(kept.mail());
        return new KeptMail(
                kept.delivery().requestId(),
                kept.delivery().createdAt(),
                mail.address(),
                mail.subject(),
                mail.text());
    }
}
