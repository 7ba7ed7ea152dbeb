package onsale.queue.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import onsale.queue.line.Place;
import onsale.queue.sale.Notice;
import onsale.queue.status.QueueAnswer.Admitted;
import onsale.queue.status.QueueAnswer.Closed;
import onsale.queue.status.QueueAnswer.Expired;
import onsale.queue.status.QueueAnswer.Lobby;
import onsale.queue.status.QueueAnswer.Restoring;
import onsale.queue.status.QueueAnswer.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Each answer as JSON and as HTML. */
class QueueAnswerTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long NUMBER = Place.of(1, 42);
    private static final Notice NOTICE =
            new Notice("10분 뒤 <b>\"다시\"</b>", null, "{\"ko\":\"10분 뒤 <b>\\\"다시\\\"</b>\"}");
    private static final Instant AT = Instant.parse("2027-03-01T11:00:00Z");

    /** An answer, its JSON, and what its page says in Korean and in English. */
    record Sample(
            QueueAnswer answer,
            String json,
            String refresh,
            List<String> korean,
            List<String> english) {}

    static Stream<Sample> samples() {
        return Stream.of(
                new Sample(
                        new Waiting(NUMBER, 1_234, 7, 61, false, 6_100, null),
                        """
                        {"state":"WAITING","number":1099511627818,"position":1235,"ahead":1234,
                         "behind":7,"etaSeconds":61,"pollAfterMillis":6100}
                        """,
                        "7",
                        List.of("앞에 1,234명이 기다리고 있습니다.", "예상 대기 시간은 약 2분입니다.", "이 페이지는"),
                        List.of("1,234 people are ahead of you.", "About 2 min to go.", "reloads")),
                new Sample(
                        new Waiting(NUMBER, 0, 0, QueueAnswer.UNKNOWN, true, 2_000, "qc_receipt"),
                        """
                        {"state":"WAITING","number":1099511627818,"position":1,"ahead":0,
                         "behind":0,"paused":true,"pollAfterMillis":2000,"receipt":"qc_receipt"}
                        """,
                        "2",
                        List.of("앞에 0명이 기다리고 있습니다.", "입장이 잠시 멈췄습니다.", "이 페이지는"),
                        List.of("0 people are ahead of you.", "Admission is paused.", "reloads")),
                new Sample(
                        new Waiting(NUMBER, 5, 0, QueueAnswer.UNKNOWN, false, 2_000, null)
                                .with(NOTICE),
                        """
                        {"state":"WAITING","number":1099511627818,"position":6,"ahead":5,
                         "behind":0,"notice":{"ko":"10분 뒤 <b>\\"다시\\"</b>"},"pollAfterMillis":2000}
                        """,
                        "2",
                        List.of("10분 뒤 &lt;b&gt;&quot;다시&quot;&lt;/b&gt;", "앞에 5명이"),
                        List.of("5 people are ahead of you.")),
                new Sample(
                        Waiting.unfollowed(NUMBER, 3, "qc_receipt"),
                        """
                        {"state":"WAITING","number":1099511627818,"position":4,"ahead":3,
                         "pollAfterMillis":2000,"receipt":"qc_receipt"}
                        """,
                        "2",
                        List.of("앞에 3명이 기다리고 있습니다.", "이 페이지는"),
                        List.of("3 people are ahead of you.", "reloads")),
                new Sample(
                        new Restoring(NUMBER, 3_117, null),
                        """
                        {"state":"RESTORING","number":1099511627818,"pollAfterMillis":3117}
                        """,
                        "4",
                        List.of("순서를 복구하고 있습니다. 번호 42번은 그대로입니다."),
                        List.of("We are restoring your place. You keep number 42.")),
                new Sample(
                        Restoring.of(NUMBER, "qc_receipt"),
                        """
                        {"state":"RESTORING","number":1099511627818,"pollAfterMillis":3117,
                         "receipt":"qc_receipt"}
                        """,
                        "4",
                        List.of("번호 42번은"),
                        List.of("You keep number 42.")),
                new Sample(
                        new Admitted(NUMBER, "qr_token", AT, 2, null),
                        """
                        {"state":"ADMITTED","number":1099511627818,"position":0,"ahead":0,
                         "etaSeconds":0,"entryToken":"qr_token",
                         "entryExpiresAt":"2027-03-01T11:00:00Z","extensionsLeft":2,
                         "pollAfterMillis":15000}
                        """,
                        "",
                        List.of("입장하실 차례입니다.", "입장 토큰 (X-Queue-Token)"),
                        List.of("It is your turn.", "value=\"qr_token\"")),
                new Sample(
                        new Admitted(NUMBER, "qr_token", AT.plusNanos(123_456_000), 0, "qc_r"),
                        """
                        {"state":"ADMITTED","number":1099511627818,"position":0,"ahead":0,
                         "etaSeconds":0,"entryToken":"qr_token",
                         "entryExpiresAt":"2027-03-01T11:00:00.123456Z","extensionsLeft":0,
                         "pollAfterMillis":15000,"receipt":"qc_r"}
                        """,
                        "",
                        List.of("입장하실 차례입니다."),
                        List.of("It is your turn.")),
                new Sample(
                        new Expired(NUMBER),
                        """
                        {"state":"EXPIRED","number":1099511627818}
                        """,
                        "",
                        List.of("순서가 끝났습니다. 다시 입장해 주세요."),
                        List.of("This turn is over. Please enter again.")),
                new Sample(
                        new Closed(Closed.Reason.SOLD_OUT),
                        """
                        {"state":"CLOSED","reason":"SOLD_OUT","pollAfterMillis":15000}
                        """,
                        "15",
                        List.of("지금은 입장할 수 없습니다."),
                        List.of("Nobody is let in: SOLD_OUT.")),
                new Sample(
                        Lobby.of(AT, AT.minusMillis(5_500)),
                        """
                        {"state":"LOBBY","opensAt":"2027-03-01T11:00:00Z","etaSeconds":5,
                         "pollAfterMillis":5500}
                        """,
                        "6",
                        List.of("아직 예매가 시작되지 않았습니다."),
                        List.of("The sale opens at 2027-03-01T11:00:00Z.")));
    }

    @Test
    void everyKindOfAnswerHasASample() {
        Set<Class<?>> sampled = new HashSet<>();
        samples().forEach(sample -> sampled.add(sample.answer().getClass()));

        assertThat(sampled).containsExactlyInAnyOrder(QueueAnswer.class.getPermittedSubclasses());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void itsJsonHasTheFieldsOfItsStateAndNoOther(Sample sample) {
        assertThat(JSON.readTree(QueueAnswerJson.text(sample.answer())))
                .isEqualTo(JSON.readTree(sample.json()));
        assertThat(JSON.readTree(QueueAnswerJson.hot(sample.answer()).body()))
                .isEqualTo(JSON.readTree(sample.json()));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void theControllerWritesTheSameJsonAsTheFront(Sample sample) {
        String described = JSON.writeValueAsString(QueueStatusView.of(sample.answer()));

        assertThat(JSON.readTree(described))
                .isEqualTo(JSON.readTree(QueueAnswerJson.text(sample.answer())));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void itsPageSaysItInKoreanAndEnglish(Sample sample) {
        String page = WaitingPage.html(sample.answer());

        assertThat(page).contains(sample.korean()).contains(sample.english());
        assertThat(page).startsWith("<!doctype html>").contains("<html lang=\"ko\">");
        if (sample.refresh().isEmpty()) {
            assertThat(page).doesNotContain("http-equiv");
        } else {
            assertThat(page)
                    .containsOnlyOnce(
                            "<meta http-equiv=\"refresh\" content=\"%s\">"
                                    .formatted(sample.refresh()));
        }
        // A page may be saved or shown to others; the receipt is in its address only.
        assertThat(page).doesNotContain("qc_").doesNotContain("<script");
    }

    @Test
    void aLobbyIsAskedNoMoreOftenThanALineAndNeverCountsBelowZero() {
        assertThat(Lobby.of(AT, AT.plusSeconds(3)))
                .isEqualTo(new Lobby(AT, 0, PollInterval.MILLIS_MIN));
        assertThat(Lobby.of(AT, AT.minusSeconds(600)))
                .isEqualTo(new Lobby(AT, 600, PollInterval.MILLIS_MAX));
    }
}
