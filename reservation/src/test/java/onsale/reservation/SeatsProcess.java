package onsale.reservation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.contracts.OrderClosed;
import onsale.contracts.SeatIds;
import onsale.platform.db.Databases;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.redis.Redis;
import onsale.reservation.checkout.CheckOut;
import onsale.reservation.hold.ChangeSeats;
import onsale.reservation.hold.ExtendHold;
import onsale.reservation.hold.HoldRequest;
import onsale.reservation.hold.HoldSeats;
import onsale.testkit.Child;
import onsale.testkit.Stores;

/**
 * A node with its fans in a process of its own, to be killed and paused. Each fan holds, changes,
 * extends, releases, forgets and pays at random; payment answers every order, and only ever with
 * the verdict that the order's id says. What fans are told is written down for {@link History}.
 */
final class SeatsProcess implements AutoCloseable {

    private static final int PERSONS = 1_000;
    private static final int THINK_MILLIS_MAX = 2_000;

    private final Child child;
    final Path log;

    private SeatsProcess(Child child, Path log) {
        this.child = child;
        this.log = log;
    }

    static SeatsProcess start(
            Stores stores, UUID scheduleId, int seats, int fans, long seed, Duration clockOff) {
        try {
            Path log = Files.createTempFile("onsale-fans-", ".log");
            Child child =
                    Child.start(
                            SeatsProcess.class,
                            stores,
                            Map.of(
                                    "logback.configurationFile",
                                    "onsale/reservation/fans-logback.xml",
                                    "schedule",
                                    scheduleId,
                                    "seats",
                                    seats,
                                    "fans",
                                    fans,
                                    "seed",
                                    seed,
                                    "clockOff",
                                    clockOff,
                                    "log",
                                    log));
            return new SeatsProcess(child, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void pause() {
        child.pause();
    }

    void resume() {
        child.resume();
    }

    boolean isAlive() {
        return child.process().isAlive();
    }

    /** In the middle of whatever it does. */
    void kill() {
        child.close();
    }

    @Override
    public void close() {
        kill();
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            // a temporary file
        }
    }

    // ---- in the process

    public static void main(String[] args) throws Exception {
        Hall hall =
                new Hall(
                        new Databases(
                                        Child.postgresSettings(5, Duration.ofSeconds(5)),
                                        Child.secret())
                                .open(ReservationModule.SCHEMA),
                        new Redis(Child.redisSettings(Duration.ofSeconds(1))),
                        new KafkaSettings("127.0.0.1:1", 0, "", Duration.ofSeconds(1), Map.of()),
                        Child.secret(),
                        Clock.offset(
                                Clock.systemUTC(), Duration.parse(System.getProperty("clockOff"))));
        hall.startJobs();
        Fans fans =
                new Fans(
                        hall,
                        UUID.fromString(System.getProperty("schedule")),
                        Integer.getInteger("seats"),
                        Path.of(System.getProperty("log")));
        Random seeds = new Random(Long.getLong("seed"));
        for (int i = 0; i < Integer.getInteger("fans"); i++) {
            Random random = new Random(seeds.nextLong());
            Thread.ofVirtual().start(() -> fans.live(random));
        }
        fans.payAndReturn(new Random(seeds.nextLong()));
    }

    /** The verdict on an order: whoever gives it, and however often, it is the same. */
    static boolean isPaid(UUID orderId) {
        return (orderId.getLeastSignificantBits() & 1) == 0;
    }

    /** What payment says of an order, to be repeated until it is heard. */
    static void giveVerdict(Hall hall, Reservation reservation) {
        UUID order = reservation.orderId();
        UUID id = reservation.id();
        if (isPaid(order)) {
            UUID payment = new UUID(order.getMostSignificantBits(), 1);
            hall.paid(id, order, payment, reservation.totalWon());
        } else {
            hall.database.inTransaction(() ->
                    hall.parts.applyVerdicts.closed(
                            new OrderClosed(order, id, "EXPIRED", Instant.now())));
        }
    }

    private record Fans(Hall hall, UUID scheduleId, int seats, Path log) {

        void live(Random random) {
            while (true) {
                think(random.nextInt(THINK_MILLIS_MAX));
                try {
                    buy(random);
                } catch (RuntimeException e) {
                    write("! " + e.getClass().getName() + " " + firstLine(e));
                }
            }
        }

        private void buy(Random random) {
            UUID user = new UUID(7, random.nextInt(PERSONS));
            boolean stands = random.nextInt(6) == 0;
            HoldRequest request =
                    new HoldRequest(
                            user,
                            "person " + user.getLeastSignificantBits(),
                            scheduleId,
                            stands ? List.of() : choose(random),
                            stands ? Map.of(Hall.ZONE, count(random)) : Map.of(),
                            "" + random.nextLong(),
                            null);
            HoldSeats.Outcome outcome = hall.parts.holdSeats.run(request);
            if (outcome instanceof HoldSeats.Outcome.NotNow) {
                outcome = hall.parts.holdSeats.run(request); // the same request
            }
            if (!(outcome instanceof HoldSeats.Outcome.Held held)) {
                return;
            }
            UUID id = held.reservationId();
            has(id, held.expiresAt(), held.seats());
            while (random.nextInt(4) == 0) {
                think(random.nextInt(500));
                change(user, id, random);
            }
            think(random.nextInt(500));
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> {
                    ends(id);
                    hall.parts.releaseHold.run(user, id);
                }
                case 4, 5, 6, 7 -> pay(user, id, random);
                default -> {} // forgets the seats
            }
        }

        private void change(UUID user, UUID id, Random random) {
            if (random.nextInt(10) == 0) {
                if (hall.parts.extendHold.run(user, id)
                        instanceof ExtendHold.Outcome.Extended extended) {
                    has(extended.reservation());
                }
                return;
            }
            Reservation before = hall.reservation(id);
            ends(id);
            switch (hall.changeSeats(user, id, choose(random))) {
                case ChangeSeats.Outcome.Changed changed -> has(changed.reservation());
                case ChangeSeats.Outcome.Taken _, ChangeSeats.Outcome.OverLimit _ -> has(before);
                default -> {} // not told what the seats are
            }
        }

        private void pay(UUID user, UUID id, Random random) {
            if (hall.parts.checkOut.run(user, id) instanceof CheckOut.Outcome.CheckedOut out) {
                write("O " + id + " " + ordinals(out.reservation().activeSeats()));
                if (random.nextBoolean()) {
                    hall.parts.abandonCheckout.run(user, id);
                } else if (random.nextBoolean()) {
                    verdict(out.reservation());
                }
            }
        }

        private void verdict(Reservation reservation) {
            if (!isPaid(reservation.orderId())) {
                over(reservation.id());
            }
            giveVerdict(hall, reservation);
        }

        /**
         * Answers those who asked to close an order, and returns tickets, to have seats to sell.
         */
        void payAndReturn(Random random) {
            while (true) {
                think(200);
                try {
                    for (UUID id : ids("status = 'PENDING' and close_asked_at is not null")) {
                        verdict(hall.reservation(id));
                    }
                    for (UUID id : ids("status = 'CONFIRMED'")) {
                        if (random.nextInt(3) == 0) {
                            over(id);
                            hall.cancel(hall.reservation(id).userId(), id);
                        }
                    }
                } catch (RuntimeException e) {
                    write("! " + e.getClass().getName() + " " + firstLine(e));
                }
            }
        }

        private List<UUID> ids(String which) {
            return hall.database
                    .sql()
                    .sql("select id from reservations where " + which)
                    .query(UUID.class)
                    .list();
        }

        private static int count(Random random) {
            return 1 + random.nextInt(HoldSeats.SEATS_MAX);
        }

        private List<UUID> choose(Random random) {
            TreeSet<Integer> ordinals = new TreeSet<>();
            int count = count(random);
            while (ordinals.size() < count) {
                ordinals.add(random.nextInt(seats));
            }
            List<UUID> chosen = new ArrayList<>();
            ordinals.forEach(ordinal -> chosen.add(SeatIds.of(scheduleId).seat(ordinal)));
            return chosen;
        }

        // ---- what fans were told

        private void has(Reservation told) {
            has(told.id(), told.holdExpiresAt(), told.activeSeats());
        }

        private void has(UUID id, Instant until, List<Reservation.Seat> held) {
            write("H " + id + " " + ordinals(held) + " " + micros(until));
        }

        private void ends(UUID id) {
            write("E " + id);
        }

        private void over(UUID id) {
            write("X " + id);
        }

        private static String ordinals(List<Reservation.Seat> held) {
            return held.stream().map(seat -> "" + seat.ordinal()).collect(Collectors.joining(","));
        }

        /** Not held back in this process, which may be killed at any moment. */
        private synchronized void write(String line) {
            try {
                Files.writeString(
                        log,
                        micros(Instant.now()) + " " + line + "\n",
                        StandardCharsets.UTF_8,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static long micros(Instant at) {
            return at.getEpochSecond() * 1_000_000 + at.getNano() / 1_000;
        }

        private static String firstLine(Throwable e) {
            return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        }

        private static void think(int millis) {
            try {
                Thread.sleep(millis); // what people do between two clicks
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
