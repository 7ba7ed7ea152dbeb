package onsale.catalog;

import java.time.LocalDate;
import java.util.List;
import onsale.catalog.event.EventForm;
import onsale.catalog.event.EventForm.GradeForm;
import onsale.catalog.event.EventForm.RefundStepForm;

/** Copies of an event's form with one value changed. */
public final class EventForms {

    private EventForms() {}

    public static EventForm withTitle(EventForm form, String title) {
        return copy(form, title, form.startsOn(), form.endsOn(), true, true, form.grades());
    }

    public static EventForm withDates(EventForm form, LocalDate from, LocalDate to) {
        return copy(form, form.title(), from, to, true, true, form.grades());
    }

    public static EventForm withGrades(EventForm form, List<GradeForm> grades) {
        return copy(form, form.title(), form.startsOn(), form.endsOn(), true, true, grades);
    }

    public static EventForm withoutPit(EventForm form) {
        return copy(form, form.title(), form.startsOn(), form.endsOn(), false, true, form.grades());
    }

    public static EventForm hidden(EventForm form) {
        return copy(form, form.title(), form.startsOn(), form.endsOn(), true, false, form.grades());
    }

    public static EventForm withRefundSteps(EventForm form, RefundStepForm... steps) {
        return new EventForm(
                form.title(),
                form.artist(),
                form.description(),
                form.hallId(),
                form.startsOn(),
                form.endsOn(),
                form.posterUrl(),
                form.hasOPSeats(),
                form.holdSeconds(),
                form.seatsPerPersonMax(),
                form.active(),
                form.grades(),
                form.cast(),
                List.of(steps));
    }

    private static EventForm copy(
            EventForm form,
            String title,
            LocalDate from,
            LocalDate to,
            boolean pit,
            boolean active,
            List<GradeForm> grades) {
        return new EventForm(
                title,
                form.artist(),
                form.description(),
                form.hallId(),
                from,
                to,
                form.posterUrl(),
                pit,
                form.holdSeconds(),
                form.seatsPerPersonMax(),
                active,
                grades,
                form.cast(),
                form.refundSteps());
    }
}
