package onsale.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

/** Who counts as the client, for every chain of proxies. */
class ClientAddressTest {

    private final ClientAddress address = new ClientAddress();

    @Test
    void thePeerItselfUnlessItIsTrusted() {
        assertThat(client("203.0.113.7")).isEqualTo("203.0.113.7");
        assertThat(client("203.0.113.7", "1.2.3.4")).isEqualTo("203.0.113.7");
        assertThat(client("11.0.0.1", "1.2.3.4")).isEqualTo("11.0.0.1");
        assertThat(client("127.0.0.1")).isEqualTo("127.0.0.1");
    }

    @Test
    void theLastHopThatIsNotTrusted() {
        assertThat(client("127.0.0.1", "1.2.3.4")).isEqualTo("1.2.3.4");
        assertThat(client("::1", "1.2.3.4")).isEqualTo("1.2.3.4");
        assertThat(client("127.0.0.1", "6.6.6.6, 1.2.3.4, 127.0.0.1")).isEqualTo("1.2.3.4");
        assertThat(client("127.0.0.1", "6.6.6.6", "1.2.3.4", "127.0.0.1")).isEqualTo("1.2.3.4");
        assertThat(client("10.1.1.1", "10.2.2.2,10.3.3.3")).isEqualTo("10.1.1.1");
        assertThat(client("127.0.0.1", "1.2.3.4:5678")).isEqualTo("1.2.3.4");
    }

    @Test
    void nonsenseIsNotBelievedAndNotLookedUp() {
        for (String nonsense :
                List.of("", " ", "unknown", "localhost", "1.2.3.4.5", "[", "a:b:c,")) {
            assertThat(client("127.0.0.1", nonsense)).as(nonsense).isEqualTo("127.0.0.1");
        }
        assertThat(client("127.0.0.1", "1.2.3.4, nonsense, 127.0.0.2")).isEqualTo("127.0.0.2");
        assertThat(client("127.0.0.1", "1.1.1.1," + "127.0.0.1,".repeat(5_000) + "127.0.0.1"))
                .isEqualTo("127.0.0.1");
    }

    @Test
    void aNetworkOfIpv6IsOneClient() {
        assertThat(client("127.0.0.1", "2a00:1:2:3:4:5:6:7"))
                .isEqualTo(client("127.0.0.1", "[2A00:1:2:3::9]:443"))
                .isEqualTo("2a00:1:2:3::/64");
        assertThat(client("127.0.0.1", "2a00:1:2:4::1")).isEqualTo("2a00:1:2:4::/64");
        assertThat(client("::1", "::ffff:1.2.3.4")).isEqualTo("1.2.3.4");
    }

    private String client(String peer, String... forwarded) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setRemoteAddr(peer);
        for (String line : forwarded) {
            request.addHeader("X-Forwarded-For", line);
        }
        return address.of(request);
    }
}
