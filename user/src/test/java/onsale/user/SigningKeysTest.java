package onsale.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Executors;
import onsale.testkit.Stores;
import onsale.user.SigningKeyStore.StoredKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Keys come and go while tokens are good: public before they sign, kept until nobody needs them.
 */
class SigningKeysTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private SigningKeyStore store;

    @BeforeEach
    void fresh() {
        if (world == null) {
            world = stores.closing(new World(stores, stores.redisConnection(), Map.of()));
        }
        world.database.sql().sql("delete from signing_keys").update();
        store =
                new SigningKeyStore(
                        world.database, DataKeys.of(world.settings.dataKeyset(), World.SECRET));
    }

    @Test
    void ofManyNodesThatStartAtOnceOneMakesTheKeyAndAllUseIt() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var nodes =
                    java.util.stream.IntStream.range(0, 4) // each has a connection of the pool
                            .mapToObj(n -> threads.submit(this::node))
                            .toList();
            for (var node : nodes) {
                assertThat(node.get().signing().id()).isEqualTo(store.all().getFirst().id());
            }
        }
        assertThat(store.all()).hasSize(1);
    }

    @Test
    void theNextKeyIsPublicADayBeforeItSigns() {
        SigningKeys keys = node();
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
    void anOldKeyGoesWhenItsLastTokenHasEnded() {
        SigningKeys keys = node();
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
    void theDatabaseDoesNotHoldAPrivateKeyThatCanBeRead() {
        StoredKey key = node().signing();

        byte[] stored =
                world.database
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
        assertThat(key.toString()).isEqualTo("StoredKey " + key.id());
    }

    private SigningKeys node() {
        return new SigningKeys(store, world.settings, Clock.systemUTC());
    }

    /** As if so much time had passed. */
    private void age(String by) {
        world.database
                .sql()
                .sql("update signing_keys set signs_from = signs_from - cast(:by as interval)")
                .param("by", by)
                .update();
    }

    private static String published(SigningKeys keys) {
        return new String(keys.read(), StandardCharsets.UTF_8);
    }
}
