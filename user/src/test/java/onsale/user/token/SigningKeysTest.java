package onsale.user.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import onsale.testkit.Stores;
import onsale.user.UserNode;
import onsale.user.account.DataKeys;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A key is published before it signs, and kept until no token needs it. */
class SigningKeysTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private UserNode node;

    @SuppressWarnings("NullAway.Init")
    private SigningKeyStore store;

    @BeforeEach
    void fresh() {
        if (node == null) {
            node = stores.closing(new UserNode(stores, stores.redisConnection(), Map.of()));
        }
        node.database.sql().sql("delete from signing_keys").update();
        store =
                new SigningKeyStore(
                        node.database, DataKeys.of(node.settings.dataKeyset(), UserNode.SECRET));
    }

    @Test
    void nodesThatStartAtOnceShareOneKey() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var starting =
                    IntStream.range(0, 4) // no more than the pool has connections
                            .mapToObj(n -> threads.submit(this::started))
                            .toList();
            for (var keys : starting) {
                assertThat(keys.get().signing().id()).isEqualTo(store.all().getFirst().id());
            }
        }
        assertThat(store.all()).hasSize(1);
    }

    @Test
    void theNextKeyIsPublishedADayBeforeItSigns() {
        SigningKeys keys = started();
        String first = keys.signing().id();
        keys.rotate();
        assertThat(store.all()).hasSize(1);

        age("29 days 1 minute");
        keys.rotate();
        keys.rotate();

        assertThat(store.all()).hasSize(2);
        String next = store.all().getLast().id();
        assertThat(published(keys)).contains(first, next);
        assertThat(keys.signing().id()).isEqualTo(first);

        age("1 day");
        keys.rotate();

        assertThat(keys.signing().id()).isEqualTo(next);
        assertThat(published(keys)).contains(first, next);
    }

    @Test
    void anOldKeyIsDeletedWhenItsLastTokenHasExpired() {
        SigningKeys keys = started();
        String first = keys.signing().id();
        age("30 days");
        keys.rotate();
        age("1 day 30 minutes");
        keys.rotate();
        assertThat(published(keys)).contains(first);

        age("1 hour");
        keys.rotate();

        assertThat(published(keys)).doesNotContain(first);
        assertThat(store.all()).hasSize(1);
    }

    @Test
    void theDatabaseHoldsNoReadablePrivateKey() {
        SigningKey key = started().signing();

        byte[] stored =
                node.database
                        .sql()
                        .sql("select private_key from signing_keys where kid = :kid")
                        .param("kid", key.id())
                        .query((row, n) -> row.getBytes(1))
                        .single();

        assertThat(Base64.getEncoder().encodeToString(stored))
                .doesNotContain(
                        Base64.getEncoder()
                                .encodeToString(key.privateKey().getEncoded())
                                .substring(20, 60));
        assertThat(key.toString()).isEqualTo("SigningKey " + key.id());
    }

    private SigningKeys started() {
        return new SigningKeys(store, node.settings, Clock.systemUTC());
    }

    /** Makes all keys older. */
    private void age(String by) {
        node.database
                .sql()
                .sql("update signing_keys set signs_from = signs_from - cast(:by as interval)")
                .param("by", by)
                .update();
    }

    private static String published(SigningKeys keys) {
        return new String(keys.read(), StandardCharsets.UTF_8);
    }
}
