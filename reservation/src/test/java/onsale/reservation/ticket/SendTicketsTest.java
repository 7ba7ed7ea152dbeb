package onsale.reservation.ticket;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.reservation.Audited;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.ticket.SendTickets.Outcome;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tickets are sent again to their owner, at most once a minute. */
class SendTicketsTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;
    private final Fan fan = aFan();
    private final Actor operator =
            new Actor(UUID.randomUUID(), Set.of(CurrentUser.OPERATOR), "10.0.0.1", "trace");

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    @Test
    void theOwnerAndAnOperatorAskForTheTicketsButNotTwiceAMinute() {
        Show show = hall.open(aShow());
        UUID id = hall.held(fan, show, 0);
        assertThat(ask(id)).isInstanceOf(Outcome.WrongState.class);
        hall.paid(id, hall.checkedOut(fan, id), UUID.randomUUID(), Hall.PRICE);

        assertThat(hall.parts.sendTickets.run(aFan().userId(), id))
                .isInstanceOf(Outcome.NotFound.class);
        assertThat(ask(id)).isInstanceOf(Outcome.Asked.class);
        assertThat(ask(id)).isInstanceOf(Outcome.JustSent.class);
        assertThat(hall.parts.sendTickets.run(operator, id)).isInstanceOf(Outcome.JustSent.class);
        hall.database
                .sql()
                .sql("update reservations set tickets_mailed_at = now() - interval '61 s'")
                .update();
        assertThat(hall.parts.sendTickets.run(operator, id)).isInstanceOf(Outcome.Asked.class);

        assertThat(hall.told(id))
                .filteredOn("TicketsMailRequested"::equals)
                .as("one mail each time")
                .hasSize(2);
        assertThat(Audited.actions(stores, hall.reservation(id).number()))
                .containsExactly("tickets.send");
    }

    private Outcome ask(UUID id) {
        return hall.parts.sendTickets.run(fan.userId(), id);
    }
}
