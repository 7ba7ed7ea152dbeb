package onsale.edge.front.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import onsale.platform.StartFailure;
import org.junit.jupiter.api.Test;

/** Only a trusted proxy says who the client is. */
class TrustedProxiesTest {

    @Test
    void theClientIsWhomATrustedProxySaysButNobodyElse() {
        TrustedProxies none = TrustedProxies.parse(List.of());
        TrustedProxies ten = TrustedProxies.parse(List.of("10.0.0.0/8", "fd00::/8"));

        assertThat(client(none, "10.0.0.1", "1.2.3.4")).isEqualTo("10.0.0.1");
        assertThat(client(ten, "10.0.0.1", "1.2.3.4")).isEqualTo("1.2.3.4");
        assertThat(client(ten, "10.0.0.1", "1.2.3.4:55123")).isEqualTo("1.2.3.4");
        assertThat(client(ten, "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.1.1.1")).isEqualTo("1.2.3.4");
        assertThat(client(ten, "10.0.0.1", "6.6.6.6", "1.2.3.4")).isEqualTo("1.2.3.4");
        assertThat(client(ten, "fd00::1", "2001:db8::1")).isEqualTo("2001:db8:0:0::/64");
        assertThat(client(ten, "fd00::1", "[2001:db8::1]:443")).isEqualTo("2001:db8:0:0::/64");
        assertThat(client(ten, "11.0.0.1", "1.2.3.4")).isEqualTo("11.0.0.1");
        assertThat(client(ten, "10.0.0.1", "evil\r\n")).isEqualTo("10.0.0.1");
        assertThat(client(ten, "10.0.0.1", "localhost")).isEqualTo("10.0.0.1");
    }

    private static String client(TrustedProxies proxies, String peer, String... forwarded) {
        return CountedAddress.of(proxies.client(InetAddress.ofLiteral(peer), List.of(forwarded)));
    }

    @Test
    void aRangeThatIsNoneStopsTheStart() {
        for (String cidr : new String[] {"10.0.0.0/33", "10.0.0/8", "proxy.example", "::/x"}) {
            assertThatThrownBy(() -> TrustedProxies.parse(List.of(cidr)))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("onsale.front.trusted-proxies has " + cidr);
        }
    }
}
