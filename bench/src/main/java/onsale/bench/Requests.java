package onsale.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import onsale.contracts.SeatIds;

/**
 * The requests of fans:
 *
 * <ul>
 *   <li>{@code status path,receipt}: a poll of the waiting room
 *   <li>{@code enter schedule}: entering it, each time as another fan
 *   <li>{@code me path}: a fan's account; who it is says the token or, where nobody reads tokens,
 *       {@link #USER}
 *   <li>{@code hold schedule,…}: each time two seats that were not asked for before
 * </ul>
 */
final class Requests {

    static final String USER = "X-User";

    /** Of each hall. */
    static final int SEATS = 60_000;

    private record Fan(String token, String userId) {

        static Fan of(String line) {
            int space = line.indexOf(' ');
            return space < 0
                    ? new Fan(line, "")
                    : new Fan(line.substring(0, space), line.substring(space + 1));
        }
    }

    private final List<Fan> fans;

    private final AtomicInteger asked = new AtomicInteger();

    /** Continues across commands, because held seats stay held. */
    private final AtomicInteger pairs = new AtomicInteger();

    Requests(List<String> fans) {
        this.fans = fans.stream().map(Fan::of).toList();
    }

    Supplier<byte[]> of(String kind, int port, String what) {
        return switch (kind) {
            case "status" -> {
                String[] parts = what.split(",", -1);
                byte[] request = status(port, parts[0], parts[1]);
                yield () -> request;
            }
            case "enter" ->
                    () ->
                            post(
                                    port,
                                    "/api/queue/enter",
                                    fan(asked.getAndIncrement()),
                                    "{\"scheduleId\":\"" + what + "\"}");
            case "me" -> () -> me(port, what, fan(asked.getAndIncrement()));
            case "hold" -> {
                List<SeatIds> halls =
                        Stream.of(what.split(",", -1))
                                .map(UUID::fromString)
                                .map(SeatIds::of)
                                .toList();
                yield () -> hold(port, what, halls);
            }
            default -> throw new IllegalArgumentException(kind);
        };
    }

    static byte[] status(int port, String path, String receipt) {
        return "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s: %s\r\nAccept: application/json\r\n\r\n"
                .formatted(path, port, MacAnswer.HEADER, receipt)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] me(int port, String path, Fan fan) {
        return "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n%s: %s\r\n\r\n"
                .formatted(path, port, fan.token, USER, fan.userId)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] hold(int port, String schedules, List<SeatIds> halls) {
        int pair = pairs.getAndIncrement();
        int hall = pair / (SEATS / 2);
        int first = 2 * pair % SEATS;
        if (hall >= halls.size()) {
            throw new IllegalStateException("all seats are held");
        }
        return post(
                port,
                "/api/reservations/hold",
                fan(pair),
                "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s\",\"%s\"]}"
                        .formatted(
                                schedules.split(",", -1)[hall],
                                halls.get(hall).seat(first),
                                halls.get(hall).seat(first + 1)));
    }

    private Fan fan(int number) {
        return fans.get(Math.floorMod(number, fans.size()));
    }

    private static byte[] post(int port, String path, Fan fan, String body) {
        return ("POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
                        + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s")
                .formatted(path, port, fan.token, body.length(), body)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
