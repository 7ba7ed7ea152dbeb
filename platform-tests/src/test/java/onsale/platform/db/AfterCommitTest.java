package onsale.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import onsale.testkit.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An action waits for the commit, and never runs without one. */
class AfterCommitTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private final List<String> happened = new ArrayList<>();

    private static Database database() {
        return stores.database(new ContextSchema("after_commit", "after_commit_user"));
    }

    @Test
    void anActionRunsAfterTheCommit() {
        database()
                .inTransaction(() -> {
                    AfterCommit.run(() -> happened.add("first action"));
                    AfterCommit.run(() -> happened.add("second action"));
                    happened.add("end of the transaction");
                });

        assertThat(happened)
                .containsExactly("end of the transaction", "first action", "second action");
    }

    @Test
    void nothingRunsAfterARollback() {
        assertThatThrownBy(() ->
                        database()
                                .inTransaction(() -> {
                                    AfterCommit.run(() -> happened.add("action"));
                                    throw new IllegalStateException("rolled back");
                                }))
                .hasMessage("rolled back");

        assertThat(happened).isEmpty();
    }

    @Test
    void outsideATransactionTheActionIsRefused() {
        assertThatThrownBy(() -> AfterCommit.run(() -> happened.add("action")))
                .isInstanceOf(IllegalStateException.class);
        assertThat(happened).isEmpty();
    }
}
