package onsale.catalog;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What organisers send. */
final class Forms {

    static final int HOLD_SECONDS_DEFAULT = 300;
    static final int SEATS_PER_PERSON_DEFAULT = 4;

    /** An address on the web or a path on this host; nothing a browser would run. */
    private static final String ADDRESS = "(https?://|/(?!/))[^\\s\"'<>\\\\\\p{Cntrl}]*";

    private Forms() {}

    /**
     * @param venueType such as theater, arena, stadium
     */
    record VenueForm(
            @PlainText(max = 200) String name,
            @PlainText(max = 500) String address,
            @PlainText(max = 100) String city,
            @PlainText(max = 40) String venueType) {}

    record HallForm(@PlainText(max = 200) String name, @NotNull HallLayout layout) {}

    record GradeForm(
            @PlainText(max = 20) String code,
            @Min(0) @Max(100_000_000) long price,
            @NotNull @Pattern(regexp = "#[0-9a-fA-F]{6}", message = "must look like #1E90FF") String color,
            @PlainText(max = 500, optional = true) @Nullable String description) {}

    /**
     * @param hasOPSeats whether the row in the orchestra pit is sold; default yes
     * @param holdSeconds how long a fan has to pay
     * @param active false hides it from fans; default yes
     * @param cast by role
     */
    record EventForm(
            @PlainText(max = 300) String title,
            @PlainText(max = 200) String artist,
            @PlainText(max = 20_000, optional = true, lines = true) @Nullable String description,
            @NotNull UUID hallId,
            @NotNull LocalDate startsOn,
            @NotNull LocalDate endsOn,
            @Size(max = 1_000) @Pattern(regexp = ADDRESS, message = "must be a web address or a path") @Nullable String posterUrl,
            @Nullable Boolean hasOPSeats,
            @Min(60) @Max(3_600) @Nullable Integer holdSeconds,
            @Min(1) @Max(100) @Nullable Integer seatsPerPersonMax,
            @Nullable Boolean active,
            @NotNull @Size(min = 1, max = 30) List<@NotNull @Valid GradeForm> grades,
            @Size(max = 100) @Nullable Map<
                                    @PlainText(max = 100) String,
                                    @NotNull @Size(max = 100) List<@PlainText(max = 100) String>>
                            cast) {}

    /**
     * @param playSequence default the next
     * @param queued whether fans come through the waiting room; default yes
     * @param casting who plays this time, by role
     */
    record ScheduleForm(
            @NotNull OffsetDateTime startsAt,
            @NotNull OffsetDateTime saleOpensAt,
            @NotNull OffsetDateTime saleClosesAt,
            @Min(1) @Max(10_000) @Nullable Integer playSequence,
            @Nullable Boolean queued,
            @Size(max = 100) @Nullable Map<
                                    @PlainText(max = 100) String,
                                    @NotNull @Size(max = 100) List<@PlainText(max = 100) String>>
                            casting) {}

    record CancelForm(@PlainText(max = 500) String reason) {}
}
