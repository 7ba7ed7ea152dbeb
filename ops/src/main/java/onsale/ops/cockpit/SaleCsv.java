package onsale.ops.cockpit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import onsale.ops.booking.HourOfSales;

/**
 * Writes figures as CSV (RFC 4180). The first bytes say UTF-8, because spreadsheets guess. Nothing
 * but numbers, times and codes of grades is written; what a spreadsheet could take for a formula is
 * quoted.
 */
final class SaleCsv {

    private static final String UTF_8_MARK = "\uFEFF";
    private static final String LINE = "\r\n";

    private SaleCsv() {}

    static byte[] samples(List<SampleStore.Sample> samples) {
        StringBuilder csv =
                new StringBuilder(UTF_8_MARK)
                        .append("at,waiting,inside,admitted,held,sold,revenue_won,errors,")
                        .append("hold_millis,pay_millis,nodes")
                        .append(LINE);
        for (SampleStore.Sample one : samples) {
            row(
                    csv,
                    one.at(),
                    one.waiting(),
                    one.inside(),
                    one.admitted(),
                    one.held(),
                    one.sold(),
                    one.revenueWon(),
                    one.errors(),
                    one.holdMillis(),
                    one.payMillis(),
                    one.nodes());
        }
        return csv.toString().getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bookings(List<HourOfSales> hours) {
        StringBuilder csv =
                new StringBuilder(UTF_8_MARK)
                        .append("hour,grade,channel,seats,amount_won,returned_seats,returned_won")
                        .append(LINE);
        for (HourOfSales one : hours) {
            row(
                    csv,
                    one.hour(),
                    one.grade(),
                    one.channel(),
                    one.seats(),
                    one.amountWon(),
                    one.returnedSeats(),
                    one.returnedWon());
        }
        return csv.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void row(StringBuilder csv, Object... values) {
        for (int i = 0; i < values.length; i++) {
            csv.append(i == 0 ? "" : ",").append(cell(String.valueOf(values[i])));
        }
        csv.append(LINE);
    }

    static String cell(String value) {
        if (value.matches("[0-9A-Za-z가-힣 .:_-]*") && !value.startsWith("-")) {
            return value;
        }
        boolean formula = !value.isEmpty() && "=+-@\t\r".indexOf(value.charAt(0)) >= 0;
        return '"' + (formula ? "'" : "") + value.replace("\"", "\"\"") + '"';
    }
}
