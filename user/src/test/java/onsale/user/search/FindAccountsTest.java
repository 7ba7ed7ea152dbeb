package onsale.user.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Map;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.problem.ProblemException;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.search.FindAccounts.FoundAccount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FindAccountsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private final UserNode node =
            stores.closing(new UserNode(stores, stores.redisConnection(), Map.of()));
    private final AccountSearchController search =
            new AccountSearchController(
                    new FindAccounts(node.database, node.personal), new AuditTrail(node.database));

    @Test
    void anAccountIsFoundByEmailAndPhoneHoweverTheyAreSpelled() {
        Person fan = node.member();
        node.member();

        FoundAccount found =
                search.find(Actor.commandLine(), fan.email().toUpperCase(Locale.ROOT), null)
                        .items()
                        .getFirst();

        assertThat(found.userId()).isEqualTo(node.idOf(fan));
        String spaced = fan.phone().substring(0, 3) + "-" + fan.phone().substring(3);
        assertThat(search.find(Actor.commandLine(), null, spaced).items())
                .extracting(FoundAccount::userId)
                .contains(node.idOf(fan));
    }

    @Test
    void whatIsFoundIsMasked() {
        Person fan = node.member();

        String found = search.find(Actor.commandLine(), fan.email(), null).items().toString();

        assertThat(found)
                .doesNotContain(fan.email())
                .doesNotContain(fan.phone())
                .doesNotContain(fan.name());
        assertThat(Mask.email("fan@onsale.example")).isEqualTo("f••@onsale.example");
        assertThat(Mask.name("김팬")).isEqualTo("김••");
        assertThat(Mask.phone("01012345678")).isEqualTo("••5678");
        assertThat(Mask.phone("")).isEqualTo("••");
    }

    @Test
    void nothingAndTwoThingsAtOnceAreRefused() {
        assertThat(search.find(Actor.commandLine(), "nobody@onsale.example", null).items())
                .isEmpty();
        assertThatThrownBy(() -> search.find(Actor.commandLine(), null, null))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> search.find(Actor.commandLine(), "a@b.example", "01012345678"))
                .isInstanceOf(ProblemException.class);
    }
}
