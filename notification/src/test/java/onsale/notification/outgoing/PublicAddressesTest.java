package onsale.notification.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "127.0.0.1",
                "127.255.0.9",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.0.2.1",
                "192.168.1.1",
                "198.18.0.1",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:10.0.0.1",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::1",
                "2001:0:1::1",
                "2001:db8::1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "fec0::1",
                "ff02::1"
            })
    void addressesOfOurOwnAreNotPublic(String address) throws Exception {
        assertThat(PublicAddresses.isPublic(InetAddress.getByAddress(bytes(address)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "100.63.0.1",
                "172.32.0.1",
                "198.20.0.1",
                "2606:4700::1111",
                "64:ff9b::808:808",
                "2002:808:808::1"
            })
    void theInternetIs(String address) throws Exception {
        assertThat(PublicAddresses.isPublic(InetAddress.getByAddress(bytes(address)))).isTrue();
    }

    private static byte[] bytes(String literal) throws Exception {
        return InetAddress.getByName(literal).getAddress();
    }
}
