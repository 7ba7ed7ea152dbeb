package onsale.notification.person;

import java.time.Clock;
import java.util.List;
import java.util.UUID;
import onsale.notification.NoticeSettings;
import onsale.notification.NotificationProblems;
import onsale.notification.NotificationProblems.Codes;
import onsale.notification.notice.Show;
import onsale.notification.notice.ShowStore;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** "Remind me before the sale opens": once for each sale that a person asks for. */
@RestController
@RequestMapping("/api/users/me/reminders")
@ProblemsOf(NotificationProblems.class)
public final class SaleRemindersController {

    private final SaleReminderStore reminders;
    private final ShowStore shows;
    private final NoticeSettings settings;
    private final Clock clock;

    SaleRemindersController(
            SaleReminderStore reminders, ShowStore shows, NoticeSettings settings, Clock clock) {
        this.reminders = reminders;
        this.shows = shows;
        this.settings = settings;
        this.clock = clock;
    }

    /** The schedules whose sale the person is still to be reminded of. */
    record Reminders(List<UUID> scheduleIds) {}

    @GetMapping
    Reminders mine(CurrentUser user) {
        return new Reminders(reminders.of(user.userId()));
    }

    @PutMapping("/{scheduleId}")
    @ProblemCodes({Codes.NO_SALE, Codes.SALE_OPEN, Codes.TOO_MANY_REMINDERS})
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remind(CurrentUser user, @PathVariable("scheduleId") UUID scheduleId) {
        Show show =
                shows.find(scheduleId)
                        .filter(found -> found.saleOpensAt() != null && found.cancelledAt() == null)
                        .orElseThrow(() ->
                                Problem.of(
                                                NotificationProblems.NO_SALE,
                                                "Choose a show whose sale is announced.")
                                        .exception());
        if (show.saleOpensAt() != null && !show.saleOpensAt().isAfter(clock.instant())) {
            throw Problem.of(NotificationProblems.SALE_OPEN, "Buy tickets now.").exception();
        }
        if (!reminders.add(user.userId(), scheduleId, settings.remindersMax())) {
            throw Problem.of(
                            NotificationProblems.TOO_MANY_REMINDERS,
                            "Take back reminders of other sales first.")
                    .exception();
        }
    }

    /** Takes a reminder back; without one it changes nothing. */
    @DeleteMapping("/{scheduleId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void forget(CurrentUser user, @PathVariable("scheduleId") UUID scheduleId) {
        reminders.remove(user.userId(), scheduleId);
    }
}
