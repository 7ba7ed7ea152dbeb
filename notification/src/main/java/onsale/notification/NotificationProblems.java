package onsale.notification;

import onsale.platform.problem.ProblemCode;

/** The problems of the notification context. */
public final class NotificationProblems {

    /** The codes as text, for {@code ProblemCodes}. */
    public static final class Codes {

        public static final String NO_MAILBOX = "notification.no_mailbox";
        public static final String NO_SUBSCRIPTION = "notification.no_subscription";
        public static final String NO_SALE = "notification.no_sale";
        public static final String SALE_OPEN = "notification.sale_open";
        public static final String TOO_MANY_REMINDERS = "notification.too_many_reminders";
        public static final String NO_WEBHOOK = "notification.no_webhook";
        public static final String NO_DELIVERY = "notification.no_delivery";
        public static final String WEBHOOK_URL = "notification.webhook_url";
        public static final String TOO_MANY_WEBHOOKS = "notification.too_many_webhooks";

        private Codes() {}
    }

    public static final ProblemCode NO_MAILBOX =
            new ProblemCode(Codes.NO_MAILBOX, 404, "Mails are not kept here");
    public static final ProblemCode NO_SUBSCRIPTION =
            new ProblemCode(Codes.NO_SUBSCRIPTION, 422, "This is no subscription of a browser");
    public static final ProblemCode NO_SALE =
            new ProblemCode(Codes.NO_SALE, 404, "There is no such sale");
    public static final ProblemCode SALE_OPEN =
            new ProblemCode(Codes.SALE_OPEN, 409, "The sale is open already");
    public static final ProblemCode TOO_MANY_REMINDERS =
            new ProblemCode(Codes.TOO_MANY_REMINDERS, 409, "There are too many reminders");
    public static final ProblemCode NO_WEBHOOK =
            new ProblemCode(Codes.NO_WEBHOOK, 404, "There is no such webhook");
    public static final ProblemCode NO_DELIVERY =
            new ProblemCode(Codes.NO_DELIVERY, 404, "There is no such delivery");
    public static final ProblemCode WEBHOOK_URL =
            new ProblemCode(Codes.WEBHOOK_URL, 422, "The address cannot be a webhook");
    public static final ProblemCode TOO_MANY_WEBHOOKS =
            new ProblemCode(Codes.TOO_MANY_WEBHOOKS, 409, "There are too many webhooks");

    private NotificationProblems() {}
}
