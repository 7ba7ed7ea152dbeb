package onsale.platform.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import onsale.platform.pass.PassKeys.Rotation;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** While nodes get the new key one after the other, each believes what any of them signs. */
class PassRotationTest {

    private static final Secret SECRET = new Secret("a secret of this test, long enough");
    private static final byte[] MESSAGE = "a pass".getBytes(StandardCharsets.UTF_8);
    private static final int NODES = 3;

    private static PassKeys keys(List<Secret> configured) {
        return PassKeys.of(new PassSettings(configured), SECRET);
    }

    private static boolean believes(PassKeys verifier, PassKeys signer) {
        byte[] tag = signer.signing().tag(MESSAGE, MESSAGE.length);
        @Nullable PassKey found = verifier.find(signer.signing().id());
        return found != null && Arrays.equals(tag, found.tag(MESSAGE, MESSAGE.length));
    }

    /** Rolls the nodes through the steps; returns how many passes of one node another refuses. */
    private static int refusals(List<List<Secret>> steps) {
        List<PassKeys> nodes = new ArrayList<>(Collections.nCopies(NODES, keys(List.of())));
        int refused = 0;
        for (List<Secret> step : steps) {
            for (int i = 0; i < NODES; i++) {
                nodes.set(i, keys(step));
                for (PassKeys signer : nodes) {
                    for (PassKeys verifier : nodes) {
                        refused += believes(verifier, signer) ? 0 : 1;
                    }
                }
            }
        }
        return refused;
    }

    @Test
    void noPassIsRefusedWhileNodesAreRolled() {
        Rotation first = PassKeys.rotate(new PassSettings(List.of()));
        Rotation second = PassKeys.rotate(new PassSettings(first.first()));

        assertThat(refusals(List.of(first.known(), first.first(), second.known(), second.first())))
                .isZero();
        assertThat(keys(first.first()).signing().id()).isNotEqualTo(keys(List.of()).signing().id());
    }

    @Test
    void withoutTheFirstStepPassesWouldBeRefused() {
        Rotation rotation = PassKeys.rotate(new PassSettings(List.of()));

        assertThat(refusals(List.of(rotation.first()))).isPositive();
    }
}
