package onsale.reservation.ticket;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words on a printed ticket, in Korean or English. */
enum TicketWords {
    KO(
            "좌석",
            "등급",
            "입구",
            "어느 입구로든",
            "티켓 번호",
            "이 QR 코드를 입구에서 보여 주세요. 한 번만 입장할 수 있어요.",
            "취소하면 바로 쓸 수 없게 돼요. QR 코드를 다른 사람에게 보내지 마세요.",
            "yyyy년 M월 d일 (E) HH:mm",
            Locale.KOREAN),
    EN(
            "Seat",
            "Grade",
            "Entrance",
            "Any",
            "Ticket number",
            "Show this QR code at the entrance. It lets one person in, once.",
            "It is void as soon as it is cancelled. Do not send the QR code to others.",
            "EEE, MMM d, yyyy, h:mm a",
            Locale.ENGLISH);

    /** Korean and Latin script in one line, as titles and venues often come. */
    private static final Pattern TWO_SCRIPTS =
            Pattern.compile("([^A-Za-z]*[가-힣][^A-Za-z]*?)\\s*[·/|–-]?\\s+([A-Za-z][^가-힣]{3,})");

    final String seat;
    final String grade;
    final String entrance;
    final String anyEntrance;
    final String number;
    final String show;
    final String voided;
    private final DateTimeFormatter time;

    TicketWords(
            String seat,
            String grade,
            String entrance,
            String anyEntrance,
            String number,
            String show,
            String voided,
            String time,
            Locale locale) {
        this.seat = seat;
        this.grade = grade;
        this.entrance = entrance;
        this.anyEntrance = anyEntrance;
        this.number = number;
        this.show = show;
        this.voided = voided;
        this.time = DateTimeFormatter.ofPattern(time, locale);
    }

    /** The language that a browser asks for first; Korean for any but English. */
    static TicketWords in(@Nullable String acceptLanguage) {
        return acceptLanguage != null && acceptLanguage.regionMatches(true, 0, "en", 0, 2)
                ? EN
                : KO;
    }

    String time(Instant at, ZoneId zone) {
        return time.format(at.atZone(zone));
    }

    /** The reader's part of a name in two scripts. */
    String name(String text) {
        Matcher both = TWO_SCRIPTS.matcher(text.strip());
        if (!both.matches()) {
            return text;
        }
        return both.group(this == KO ? 1 : 2);
    }

    /** A seat by floor, section, row and number; a place in a zone as it is called. */
    String seat(String seatNumber) {
        String[] parts = seatNumber.split(" ", -1);
        if (parts.length != 4) {
            return seatNumber;
        }
        return this == KO
                ? "%s %s %s열 %s번".formatted(parts[0], section(parts[1]), parts[2], parts[3])
                : "%s %s, row %s, seat %s"
                        .formatted(
                                parts[0].replaceFirst("^(\\d+)층$", "$1F"),
                                parts[1],
                                parts[2],
                                parts[3]);
    }

    private static String section(String section) {
        return section.endsWith("구역") ? section : section + "구역";
    }
}
