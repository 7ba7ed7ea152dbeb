package onsale.user.mail;

import java.util.Map;
import onsale.contracts.MailRequested.Template;
import onsale.contracts.TicketsMailRequested;
import onsale.platform.db.Database;

/** Puts the address on a mail with tickets. Who has no account any more gets none. */
public final class MailTickets {

    private final Database database;
    private final MailRequests mails;

    public MailTickets(Database database, MailRequests mails) {
        this.database = database;
        this.mails = mails;
    }

    /** In the transaction of the message. */
    public void asked(TicketsMailRequested asked) {
        boolean isThere =
                database.sql()
                                .sql(
                                        "select id from users where id = ? and purged_at is null for update")
                                .param(asked.userId())
                                .query()
                                .listOfRows()
                                .size()
                        == 1;
        if (isThere && mails.isOn()) {
            mails.ask(
                    asked.userId(),
                    Template.TICKETS,
                    Map.of(
                            "reservation", asked.reservationId().toString(),
                            "number", asked.reservationNumber(),
                            "title", asked.title(),
                            "venue", asked.venue(),
                            "showTime", asked.startsAt().toString(),
                            "seats", String.join(", ", asked.seats())),
                    asked.usefulUntil());
        }
    }
}
