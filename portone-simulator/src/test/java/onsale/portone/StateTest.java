package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import onsale.portone.Identity.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is remembered, and how it gets to the disk. */
class StateTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String LONG = "x".repeat(2_000);

    @TempDir Path directory = Path.of("");

    @Test
    void aJournalThatHasOutgrownTheStateIsWrittenAnew() throws IOException {
        try (State state = open()) {
            for (int i = 0; i < 40_000; i++) {
                put(state, "iv-" + i % 10, LONG + i);
            }
            assertThat(Files.size(directory.resolve("journal")))
                    .isLessThan(40_000L * LONG.length())
                    .isLessThan(64L << 20);
        }

        try (State state = open()) {
            assertThat(state.all(Identity.class)).hasSize(10);
            assertThat(state.all(Identity.class).getLast().customData()).isEqualTo(LONG + 39_999);
            assertThat(state.all(Identity.class).getFirst().id())
                    .as("the order stays, so the eldest is still known")
                    .isEqualTo("iv-0");
        }
    }

    @Test
    void aDecisionThatFailsLeavesNothingBehind() {
        try (State state = open()) {
            assertThatThrownBy(() ->
                            state.change(change -> {
                                change.put(identity("iv-1", "half"));
                                throw new IllegalStateException("on purpose");
                            }))
                    .hasMessage("on purpose");

            assertThat(state.get(Identity.class, "iv-1")).isNull();
        }
        try (State state = open()) {
            assertThat(state.all(Identity.class)).isEmpty();
        }
    }

    @Test
    void aDamagedJournalIsNotTakenForAShortOne() throws IOException {
        try (State state = open()) {
            put(state, "iv-1", "a");
            put(state, "iv-2", "b");
        }
        Path journal = directory.resolve("journal");
        Files.writeString(journal, Files.readString(journal).replaceFirst("identity", "nonsense"));

        assertThatThrownBy(this::open)
                .isInstanceOf(UncheckedIOException.class)
                .hasStackTraceContaining("byte 0 of");
    }

    @Test
    void afterTheEndNothingChanges() {
        State state = open();
        state.close();

        assertThatThrownBy(() -> put(state, "iv-1", "late"))
                .isInstanceOf(IllegalStateException.class);
    }

    private State open() {
        return new State(Caller.options().withDirectory(directory));
    }

    private static void put(State state, String id, String customData) {
        state.change(change -> {
            change.put(identity(id, customData));
            return id;
        });
    }

    private static Identity identity(String id, String customData) {
        return new Identity(id, Status.READY, null, customData, null, null, NOW, NOW);
    }
}
