package onsale.queue.walk;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.ReservationConfirmed;
import onsale.platform.db.Databases;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.redis.Redis;
import onsale.queue.QueueModule;
import onsale.queue.Room;
import onsale.queue.WithoutGuard;
import onsale.queue.admission.EntryToken;
import onsale.queue.admission.TakeTurn;
import onsale.queue.enter.EnterQueue;
import onsale.queue.line.Fan;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.testkit.Child;
import onsale.testkit.Stores;
import org.jspecify.annotations.Nullable;

/**
 * A node of a walk: it is asked by a line and answers one, be it in this JVM or a process of its
 * own.
 */
interface WalkNode extends AutoCloseable {

    String ask(String command);

    /** Dies while it does this, or before, or after. */
    void killWhile(String command);

    @Override
    void close();

    /** {@code command sale user person place}, as far as it needs them. */
    static String run(Room room, String line) {
        String[] words = line.split(" ", -1);
        Sale sale = room.sale(UUID.fromString(words[1]));
        Fan fan =
                words.length > 3
                        ? new Fan(UUID.fromString(words[2]), UUID.fromString(words[3]))
                        : new Fan(new UUID(0, 0), new UUID(0, 0));
        long place = words.length > 4 ? Long.parseLong(words[4]) : 0;
        Receipt receipt = new Receipt(sale.id(), fan.userId(), fan.person(), place);
        return switch (words[0]) {
            case "enter" ->
                    switch (room.enter(sale, fan)) {
                        case EnterQueue.Outcome.Waiting in ->
                                "WAITING " + in.receipt().place() + " " + in.position();
                        case EnterQueue.Outcome.HasTurn turn -> "TURN " + turn.receipt().place();
                        case EnterQueue.Outcome.Elsewhere other ->
                                "ELSEWHERE " + other.scheduleId();
                        case EnterQueue.Outcome other -> "OTHER " + other;
                    };
            case "poll" -> room.fromMemory(receipt).orElse("NOT_KNOWN");
            case "take" -> told(room, room.takeTurn.run(receipt));
            case "begin" -> "" + room.lineTurns.takeUp(sale.id(), fan, place);
            case "admit" -> "" + room.admit(sale);
            case "look" -> {
                room.lines.find(sale.id());
                room.lines.tick();
                yield "LOOKED";
            }
            case "pay" -> {
                ReservationConfirmed paid =
                        new ReservationConfirmed(
                                UUID.randomUUID(),
                                "B-1",
                                fan.userId(),
                                sale.id(),
                                List.of(),
                                1,
                                UUID.randomUUID(),
                                Instant.now(),
                                null,
                                null,
                                null,
                                null,
                                List.of());
                room.confirmed(paid);
                yield "PAID";
            }
            case "leave" -> {
                room.leaveQueue.run(receipt);
                yield "LEFT";
            }
            case "extend" -> extended(room, room.takeTurn.run(receipt));
            case "expire" -> {
                room.endTurn.expire(() -> true);
                yield "EXPIRED";
            }
            case "mend" -> "" + room.mendLines.mend(sale.id());
            case "read" -> {
                room.sales.readNow();
                yield "READ";
            }
            default -> throw new IllegalArgumentException(line);
        };
    }

    private static String extended(Room room, TakeTurn.Outcome outcome) {
        return outcome instanceof TakeTurn.Outcome.Admitted(EntryToken entry)
                ? room.passNow(entry)
                        .map(pass ->
                                ""
                                        + room.extendTurn.run(
                                                pass,
                                                Instant.ofEpochSecond(
                                                        entry.expiresAt().getEpochSecond())))
                        .orElse("ENDING")
                : "NOT_INSIDE";
    }

    private static String told(Room room, TakeTurn.Outcome outcome) {
        return switch (outcome) {
            case TakeTurn.Outcome.Admitted(EntryToken entry) ->
                    room.passNow(entry)
                            .map(pass -> "ADMITTED " + pass.turnId())
                            .orElse("ENDING"); // in this very second
            case TakeTurn.Outcome.Waiting _ -> "WAITING";
            case TakeTurn.Outcome.Over _ -> "OVER";
            case TakeTurn.Outcome.Restoring _ -> "RESTORING";
        };
    }

    /** In this JVM. To be killed, it forgets everything it had in memory. */
    record Here(Room room) implements WalkNode {

        @Override
        public String ask(String command) {
            return run(room, command);
        }

        @Override
        public void killWhile(String command) {
            close();
        }

        @Override
        public void close() {
            room.close();
        }
    }

    /** A process. */
    final class Apart implements WalkNode {

        private final Child child;
        private final BufferedReader out;

        Apart(Stores stores, @Nullable WithoutGuard guard) {
            child =
                    Child.startAndTalk(
                            Apart.class,
                            stores,
                            Map.of("without", guard == null ? "" : guard.name()));
            out =
                    new BufferedReader(
                            new InputStreamReader(
                                    child.process().getInputStream(), StandardCharsets.UTF_8));
            answer(); // it is ready
        }

        private String answer() {
            try {
                String answer = out.readLine();
                if (answer == null) {
                    throw new IllegalStateException("the node has ended");
                }
                return answer;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void send(String command) {
            try {
                OutputStream in = child.process().getOutputStream();
                in.write((command + "\n").getBytes(StandardCharsets.UTF_8));
                in.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String ask(String command) {
            send(command);
            String answer = answer();
            if (answer.startsWith("failed")) {
                throw new IllegalStateException(command + ": " + answer);
            }
            return answer;
        }

        @Override
        public void killWhile(String command) {
            send(command);
            close();
        }

        @Override
        public void close() {
            child.close();
        }

        public static void main(String[] args) throws IOException {
            PrintStream answers = System.out;
            System.setOut(System.err); // for logs
            String without = System.getProperty("without");
            Room room =
                    new Room(
                            new Databases(
                                            Child.postgresSettings(3, Duration.ofSeconds(30)),
                                            Child.secret())
                                    .open(QueueModule.SCHEMA),
                            new Redis(Child.redisSettings(Duration.ofSeconds(2))),
                            new KafkaSettings(
                                    "127.0.0.1:1", 0, "", Duration.ofSeconds(1), Map.of()),
                            Child.secret(),
                            Walk.SETTINGS,
                            without.isEmpty() ? null : WithoutGuard.valueOf(without));
            answers.println("ready");
            var commands =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                String answer;
                try {
                    answer = run(room, line);
                } catch (RuntimeException e) {
                    answer = "failed " + e;
                }
                answers.println(answer);
            }
            System.exit(0); // the walk has ended
        }
    }
}
