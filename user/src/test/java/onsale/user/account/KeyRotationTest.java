package onsale.user.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.login.Login;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Keys are rotated while people log in and look at their profiles, and nobody notices. */
class KeyRotationTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final int NODES = 2;
    private static final int PEOPLE = 8;

    private static UserNode node(String keyset) {
        return stores.closing(
                new UserNode(
                        stores,
                        stores.redisConnection(),
                        keyset.isEmpty() ? Map.of() : Map.of("onsale.user.data-keyset", keyset)));
    }

    @Test
    void noRequestFailsWhileDataAndSigningKeysAreRotated() throws Exception {
        DataKeys.Rotation rotation = DataKeys.rotate(Secret.NONE, UserNode.SECRET);
        AtomicReferenceArray<UserNode> nodes = new AtomicReferenceArray<>(NODES);
        for (int i = 0; i < NODES; i++) {
            nodes.set(i, node(""));
        }
        List<Person> people = new ArrayList<>();
        for (int i = 0; i < PEOPLE; i++) {
            people.add(nodes.get(0).member());
        }
        AtomicBoolean rolling = new AtomicBoolean(true);
        AtomicInteger requests = new AtomicInteger();
        ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> load = new ArrayList<>();
            for (Person person : people) {
                load.add(
                        threads.submit(() -> {
                            for (int n = 0; rolling.get(); n++) {
                                try {
                                    request(nodes, person, n);
                                } catch (Exception | AssertionError e) {
                                    failures.add(e.toString());
                                }
                                requests.incrementAndGet();
                            }
                        }));
            }
            nodes.get(0).keys.makeNext(Duration.ZERO);
            for (Secret step : List.of(rotation.known(), rotation.primary())) {
                for (int i = 0; i < NODES; i++) {
                    int before = requests.get();
                    nodes.set(i, node(step.value()));
                    Wait.until(
                            "requests go on",
                            Duration.ofSeconds(60),
                            () -> requests.get() > before + 2 * PEOPLE);
                }
            }
            encryptAnew(nodes.get(0)); // rows that are locked at the moment are skipped
            rolling.set(false);
            for (Future<?> one : load) {
                one.get();
            }
        }

        encryptAnew(nodes.get(0));
        assertThat(failures).isEmpty();
        assertThat(
                        nodes.get(0)
                                .database
                                .sql()
                                .sql("select count(*) from users where data_key = 1")
                                .query(Long.class)
                                .single())
                .as("rows of the key before")
                .isZero();
    }

    private static void encryptAnew(UserNode node) {
        ReencryptAccounts reencrypt = new ReencryptAccounts(node.database, node.personal);
        while (reencrypt.run(3) > 0) {
            // the next batch
        }
    }

    private static void request(AtomicReferenceArray<UserNode> nodes, Person person, int n)
            throws Exception {
        UserNode node = nodes.get(n % NODES);
        UserNode other = nodes.get((n + 1) % NODES);
        Login.Outcome outcome = node.login.run(person.email(), Person.PASSWORD, UserNode.ORIGIN);
        assertThat(outcome).isInstanceOf(Login.Outcome.SignedIn.class);
        String token = ((Login.Outcome.SignedIn) outcome).tokens().accessToken();
        SignedJWT signed = SignedJWT.parse(token);
        JWK key =
                JWKSet.parse(new String(node.keys.read(), StandardCharsets.UTF_8))
                        .getKeyByKeyId(signed.getHeader().getKeyID());
        assertThat(signed.verify(new RSASSAVerifier(key.toRSAKey()))).isTrue();
        UUID id = other.idOf(person);
        assertThat(other.profiles.find(id).orElseThrow().email())
                .isEqualToIgnoringCase(person.email());
    }

    /** The canary: without the first step a node cannot read what the other has written. */
    @Test
    void withoutTheFirstStepPeopleWouldNotBeRead() {
        DataKeys.Rotation rotation = DataKeys.rotate(Secret.NONE, UserNode.SECRET);
        DataKeys before = DataKeys.of(Secret.NONE, UserNode.SECRET);
        DataKeys known = DataKeys.of(rotation.known(), UserNode.SECRET);
        DataKeys primary = DataKeys.of(rotation.primary(), UserNode.SECRET);
        byte[] fresh = primary.encrypt(new byte[] {1}, "row");

        assertThat(known.decrypt(fresh, "row")).containsExactly(1);
        assertThat(primary.decrypt(before.encrypt(new byte[] {2}, "row"), "row"))
                .containsExactly(2);
        assertThat(before.decrypt(known.encrypt(new byte[] {3}, "row"), "row")).containsExactly(3);
        assertThatThrownBy(() -> before.decrypt(fresh, "row"))
                .isInstanceOf(IllegalStateException.class);
    }
}
