package onsale.user.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.MailRequested.Template;
import onsale.contracts.TicketsMailRequested;
import onsale.testkit.Stores;
import onsale.user.Mailed;
import onsale.user.Person;
import onsale.user.UserNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tickets are mailed to the address of the account that has them. */
class MailTicketsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private final UserNode node =
            stores.closing(new UserNode(stores, stores.redisConnection(), Map.of()));
    private final MailTickets mailTickets = new MailTickets(node.database, node.mails);

    @Test
    void theMailGoesToTheAddressOfTheAccount() {
        Person fan = node.member();
        UUID id = node.idOf(fan);

        node.database.inTransaction(() -> mailTickets.asked(asked(id)));

        Mailed mail = node.mailsOf(id).getLast();
        assertThat(mail.template()).isEqualTo(Template.TICKETS);
        assertThat(mail.address()).isEqualToIgnoringCase(fan.email());
        assertThat(mail.value("seats")).isEqualTo("1F A 1 1, 1F A 1 2");
        assertThat(mail.value("number")).isEqualTo("B-20261118-000001");
    }

    @Test
    void whoHasNoAccountAnyMoreGetsNone() {
        UUID nobody = UUID.randomUUID();

        node.database.inTransaction(() -> mailTickets.asked(asked(nobody)));

        assertThat(node.mailsOf(nobody)).isEmpty();
    }

    private static TicketsMailRequested asked(UUID userId) {
        return new TicketsMailRequested(
                UUID.randomUUID(),
                UUID.randomUUID(),
                "B-20261118-000001",
                userId,
                "달빛 아래",
                "한빛극장",
                Instant.now(),
                List.of("1F A 1 1", "1F A 1 2"),
                Instant.now().plusSeconds(3600));
    }
}
