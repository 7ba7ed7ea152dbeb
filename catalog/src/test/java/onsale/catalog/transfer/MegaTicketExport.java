package onsale.catalog.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Files as DynamoDB exports them, one item in each line. */
record MegaTicketExport(Path directory) {

    private static final String SEAT =
            "{\"M\":{\"seatNumber\":{\"N\":\"%d\"},\"status\":{\"S\":\"available\"}}}";

    /** A venue with one section of rows that are alike. */
    static String venue(String id, int rows, int seats) {
        List<String> all = new ArrayList<>();
        for (int row = 1; row <= rows; row++) {
            List<String> numbers = new ArrayList<>();
            for (int seat = 1; seat <= seats; seat++) {
                numbers.add(SEAT.formatted(seat));
            }
            all.add(
                    """
                    {"M":{"rowId":{"S":"%d"},"grade":{"S":"%s"},"length":{"N":"%d"},"seats":{"L":[%s]}}}\
                    """
                            .formatted(
                                    row, row == 1 ? "VIP" : "R", seats, String.join(",", numbers)));
        }
        return item(
                """
                "venueId":{"S":"%s"},"name":{"S":"샤롯데씨어터 %s"},"address":{"S":"서울 송파구 1"},
                "venueType":{"S":"theater"},"sections":{"L":[{"M":{"sectionId":{"S":"B"},
                "floor":{"S":"1층"},"rows":{"L":[%s]}}}]}
                """
                        .formatted(id, id, String.join(",", all)));
    }

    static String performance(String id, String venue) {
        return item(
                """
                "performanceId":{"S":"%s"},"title":{"S":"킹키부츠 %s"},"venueId":{"S":"%s"},
                "description":{"S":"감동적인 이야기"},"posterUrl":{"S":"/posters/kinky.jpg"},
                "dateRange":{"S":"2027.02.10 ~ 2027.04.30"},"hasOPSeats":{"BOOL":true},
                "seatGrades":{"L":[
                {"M":{"grade":{"S":"VIP"},"price":{"N":"170000"},"color":{"S":"#FF0000"}}},
                {"M":{"grade":{"S":"R"},"price":{"N":"140000"}}}]},
                "seatColors":{"M":{"R":{"S":"#FFA500"}}},
                "cast":{"M":{"charlie":{"L":[{"S":"김호연"},{"S":"신재별"}]}}},
                "status":{"S":"ACTIVE"}
                """
                        .formatted(id, id, venue));
    }

    static String schedule(String performance, String date, String time) {
        return item(
                """
                "scheduleId":{"S":"%1$s-%2$s-%3$s"},"performanceId":{"S":"%1$s"},"date":{"S":"%2$s"},
                "time":{"S":"%3$s"},"status":{"S":"AVAILABLE"},"totalSeats":{"N":"20"},
                "casting":{"M":{"charlie":{"L":[{"S":"김호연"}]}}},
                "createdAt":{"S":"2026-12-25T17:34:24.780143Z"}
                """
                        .formatted(performance, date, time));
    }

    static String reservation(String partition, String seat, String status, String id) {
        return item(
                """
                "PK":{"S":"PERF#%s"},"SK":{"S":"SEAT#%s"},"status":{"S":"%s"},
                "reservationId":{"S":"%s"},"userId":{"S":"visitor-%s"},"price":{"N":"140000"}
                """
                        .formatted(partition, seat, status, id, id));
    }

    /** The first line of a table; the rest follows it. */
    private static String item(String attributes) {
        return "{\"Item\":{" + attributes.replace("\n", "") + "}}";
    }

    void write(String table, String... items) throws IOException {
        Files.writeString(
                directory.resolve("KDT-PLDR-" + table + ".json"), String.join("\n", items) + "\n");
    }

    /** As {@code aws dynamodb scan} prints it, gzipped. */
    void scan(String table, String... items) throws IOException {
        List<String> inside = new ArrayList<>();
        for (String item : items) {
            inside.add(item.substring("{\"Item\":".length(), item.length() - 1));
        }
        try (OutputStream out =
                new GZIPOutputStream(
                        Files.newOutputStream(
                                directory.resolve("KDT-PLDR-" + table + ".json.gz")))) {
            String all =
                    "{\"Items\": [%s], \"Count\": %d}"
                            .formatted(String.join(",\n", inside), items.length);
            out.write(all.getBytes(StandardCharsets.UTF_8));
        }
    }
}
