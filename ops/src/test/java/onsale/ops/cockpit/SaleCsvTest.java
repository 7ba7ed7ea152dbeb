package onsale.ops.cockpit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import onsale.ops.booking.HourOfSales;
import org.junit.jupiter.api.Test;

class SaleCsvTest {

    @Test
    void eachHourIsALine() {
        byte[] csv =
                SaleCsv.bookings(
                        List.of(
                                new HourOfSales(
                                        Instant.parse("2026-11-01T10:00:00Z"),
                                        "VIP,1",
                                        "CARD",
                                        2,
                                        340_000,
                                        1,
                                        170_000)));

        assertThat(new String(csv, StandardCharsets.UTF_8))
                .isEqualTo(
                        "\uFEFFhour,grade,channel,seats,amount_won,returned_seats,returned_won\r\n"
                                + "2026-11-01T10:00:00Z,\"VIP,1\",CARD,2,340000,1,170000\r\n");
    }

    @Test
    void noCellIsAFormula() {
        for (String formula : List.of("=1+1", "+1", "-1", "@SUM(A1)", "\t=1")) {
            assertThat(SaleCsv.cell(formula)).startsWith("\"'").endsWith("\"");
        }
        assertThat(SaleCsv.cell("R석 1")).isEqualTo("R석 1");
        assertThat(SaleCsv.cell("a\"b")).isEqualTo("\"a\"\"b\"");
    }

    @Test
    void aChartHasNeverTooManyPoints() {
        assertThat(SalesController.each(Duration.ofMinutes(15))).isEqualTo(Duration.ofSeconds(10));
        assertThat(SalesController.each(Duration.ofHours(1))).isEqualTo(Duration.ofSeconds(10));
        assertThat(SalesController.each(Duration.ofHours(8))).isEqualTo(Duration.ofSeconds(80));
        for (int minutes = 5; minutes <= 43_200; minutes += 97) {
            Duration all = Duration.ofMinutes(minutes);
            assertThat(all.dividedBy(SalesController.each(all))).isLessThanOrEqualTo(360);
        }
    }
}
