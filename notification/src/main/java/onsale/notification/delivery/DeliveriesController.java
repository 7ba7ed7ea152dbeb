package onsale.notification.delivery;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import onsale.notification.NotificationProblems;
import onsale.notification.delivery.OperatorDeliveries.DeliveryView;
import onsale.notification.delivery.OperatorDeliveries.State;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What was and was not sent, for operators, who can have it sent again. */
@RestController
@RequestMapping("/api/admin/notifications")
@ProblemsOf(NotificationProblems.class)
public final class DeliveriesController {

    private final OperatorDeliveries deliveries;
    private final AuditTrail audit;

    DeliveriesController(OperatorDeliveries deliveries, AuditTrail notificationAudit) {
        this.deliveries = deliveries;
        this.audit = notificationAudit;
    }

    record DeliveryPage(List<DeliveryView> items, int page, int size, long total) {}

    /**
     * Which failed deliveries are sent again.
     *
     * @param channel null for all
     * @param usefulForHours until when they are tried
     */
    record ResendForm(
            @Nullable Channel channel,
            @Min(1) @Max(720) int usefulForHours,
            @Min(1) @Max(10_000) int max) {}

    record Resent(int deliveries) {}

    @GetMapping
    DeliveryPage list(
            @RequestParam(name = "state", required = false) @Nullable State state,
            @RequestParam(name = "channel", required = false) @Nullable Channel channel,
            @RequestParam(name = "page", defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(name = "size", defaultValue = "20") @Min(1) @Max(100) int size) {
        return new DeliveryPage(
                deliveries.list(state, channel, page, size),
                page,
                size,
                deliveries.count(state, channel));
    }

    /** Makes failed deliveries due again, the latest first. */
    @PostMapping("/resend")
    Resent resend(Actor operator, @Valid @RequestBody ResendForm form) {
        return audit.record(
                operator,
                "notifications.resend",
                form.channel() == null ? "all" : form.channel().name(),
                () -> null,
                () ->
                        new Resent(
                                deliveries.redrive(
                                        form.channel(), form.usefulForHours(), form.max())),
                resent -> resent);
    }
}
