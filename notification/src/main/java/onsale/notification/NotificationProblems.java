package onsale.notification;

import onsale.platform.problem.ProblemCode;

/** The problems of the notification context. */
public final class NotificationProblems {

    /** The codes as text, for {@code ProblemCodes}. */
    public static final class Codes {

        public static final String NO_MAILBOX = "notification.no_mailbox";

        private Codes() {}
    }

    public static final ProblemCode NO_MAILBOX =
            new ProblemCode(Codes.NO_MAILBOX, 404, "Mails are not kept here");

    private NotificationProblems() {}
}
