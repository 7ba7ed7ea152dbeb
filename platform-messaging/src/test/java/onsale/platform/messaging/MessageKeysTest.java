package onsale.platform.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.junit.jupiter.api.Test;

class MessageKeysTest {

    @MessageContract(
            owner = "payer",
            consumers = {"hearer", "listener"})
    record Paid(String order) {}

    private static final UUID ID = UUID.randomUUID();
    private static final byte[] PAYLOAD = {1, 2, 3};

    @Test
    void anOldKeyVerifiesAsLongAsItIsNamed() {
        Incoming old = sealed(keys("1:" + key(1)), "hearer");

        assertThat(fault(keys("2:" + key(2), "1:" + key(1)), old)).isEmpty();
        assertThat(fault(keys("2:" + key(2)), old)).contains("its key is unknown here");
        assertThat(fault(keys("1:" + key(2)), old)).contains("it was not sealed by payer");
    }

    /** A consumer can check what it is told with its own key only, which makes no other seal. */
    @Test
    void aSealForOneConsumerIsNoneForAnother() {
        Incoming forListener = sealed(keys("derived"), "listener");
        Map<String, String> moved = new HashMap<>(forListener.headers());
        moved.put(
                MessageHeaders.MAC + "hearer",
                String.valueOf(moved.get(MessageHeaders.MAC + "listener")));

        assertThat(fault(keys("derived"), with(forListener, moved)))
                .contains("it was not sealed by payer");
    }

    @Test
    void aSealIsOfOneSenderOnly() {
        Incoming paid = sealed(keys("derived"), "hearer");

        assertThat(keys("derived").of("hearer").fault(paid, "payer")).isEmpty();
        assertThat(keys("derived").of("hearer").fault(paid, "listener"))
                .contains("it was not sealed by listener");
    }

    @Test
    void weakAndMalformedKeysAreRefusedWithoutBeingShown() {
        for (String key :
                List.of("1:AAAA", "0:" + key(1), "256:" + key(1), key(1), "1:%%%", "secret")) {
            assertThatThrownBy(() -> keys(key))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageNotContaining(key(1));
        }
        assertThatThrownBy(() -> keys("1:" + key(1), "1:" + key(2)))
                .isInstanceOf(StartFailure.class);
        assertThatThrownBy(() ->
                        MessageKeys.of(
                                new MessageKeySettings(List.of()),
                                Secret.NONE,
                                "",
                                InstantSource.system()))
                .isInstanceOf(StartFailure.class);
    }

    private static Optional<String> fault(MessageKeys keys, Incoming message) {
        return keys.of("hearer").fault(message, "payer");
    }

    private static Incoming sealed(MessageKeys keys, String consumer) {
        Map<String, String> headers = new HashMap<>();
        keys.of("payer").seal(Contract.of(Paid.class), ID, "topic", "key", PAYLOAD, headers);
        assertThat(headers).containsKey(MessageHeaders.MAC + consumer);
        return new Incoming(ID, "topic", "key", "Paid", PAYLOAD, headers);
    }

    private static Incoming with(Incoming message, Map<String, String> headers) {
        return new Incoming(
                message.id(),
                message.topic(),
                message.key(),
                message.type(),
                message.payload(),
                headers);
    }

    private static MessageKeys keys(String... keys) {
        return MessageKeys.of(
                new MessageKeySettings(List.of(keys).stream().map(Secret::new).toList()),
                new Secret("of the process"),
                "",
                InstantSource.system());
    }

    private static String key(int filling) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) filling);
        return Base64.getEncoder().encodeToString(key);
    }
}
