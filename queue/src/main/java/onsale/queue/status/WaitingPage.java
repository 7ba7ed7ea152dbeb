package onsale.queue.status;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotRead;
import onsale.platform.front.HotRequest;
import onsale.platform.pass.Passes;
import onsale.queue.line.Place;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Notice;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/**
 * The waiting room as a plain page that reloads itself: for browsers without JavaScript, and easy
 * to read for a screen reader.
 */
public final class WaitingPage implements HotRead {

    private static final String PATH = "/api/queue/page";
    private static final String HTML = "text/html;charset=utf-8";

    private final AnswerStatus status;
    private final Passes passes;

    public WaitingPage(AnswerStatus status, Passes passes) {
        this.status = status;
        this.passes = passes;
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public @Nullable HotAnswer answer(HotRequest request) {
        @Nullable Receipt receipt = Receipt.read(passes, request.query("receipt"));
        if (receipt == null) {
            return null; // the controller refuses it
        }
        request.countAs(receipt.userId().toString());
        @Nullable QueueAnswer answer = status.fromMemory(receipt);
        return answer == null
                ? null
                : HotAnswer.of(200, HTML, html(answer).getBytes(StandardCharsets.UTF_8))
                        .with("referrer-policy", "no-referrer");
    }

    /** Only the notice needs escaping: the rest is numbers, times, our own names and passes. */
    public static String html(QueueAnswer answer) {
        return """
        <!doctype html>
        <html lang="ko"><head><meta charset="utf-8">%s
        <meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
        <title>대기실 · Waiting room</title></head>
        <body><main><h1>대기실 <span lang="en">· Waiting room</span></h1>
        <div role="status">%s</div></main></body></html>
        """
                .formatted(refresh(answer), text(answer));
    }

    private static String refresh(QueueAnswer answer) {
        return switch (answer) {
            case QueueAnswer.Waiting waiting -> refresh(waiting.pollAfterMillis());
            case QueueAnswer.Restoring restoring -> refresh(restoring.pollAfterMillis());
            case QueueAnswer.Closed closed -> refresh(closed.pollAfterMillis());
            case QueueAnswer.Lobby lobby -> refresh(lobby.pollAfterMillis());
            // The fan copies the token from the page; after the end there is nothing to wait for.
            case QueueAnswer.Admitted _, QueueAnswer.Expired _ -> "";
        };
    }

    private static String refresh(long pollAfterMillis) {
        return "<meta http-equiv=\"refresh\" content=\"%d\">"
                .formatted(Math.max(1, (pollAfterMillis + 999) / 1_000));
    }

    private static String text(QueueAnswer answer) {
        return switch (answer) {
            case QueueAnswer.Waiting waiting -> waiting(waiting);
            case QueueAnswer.Restoring restoring -> {
                long number = Place.counter(restoring.number());
                yield said(
                        "순서를 복구하고 있습니다. 번호 %d번은 그대로입니다.".formatted(number),
                        "We are restoring your place. You keep number %d.".formatted(number));
            }
            case QueueAnswer.Admitted admitted ->
                    said("입장하실 차례입니다.", "It is your turn.")
                            + "<p><label>%s <input readonly size=\"60\" value=\"%s\"></label></p>"
                                    .formatted("입장 토큰 (X-Queue-Token)", admitted.entryToken());
            case QueueAnswer.Closed closed ->
                    said("지금은 입장할 수 없습니다.", "Nobody is let in: " + closed.reason() + ".");
            case QueueAnswer.Lobby lobby ->
                    said("아직 예매가 시작되지 않았습니다.", "The sale opens at " + lobby.opensAt() + ".");
            case QueueAnswer.Expired _ ->
                    said("순서가 끝났습니다. 다시 입장해 주세요.", "This turn is over. Please enter again.");
        };
    }

    private static String waiting(QueueAnswer.Waiting waiting) {
        String ahead = String.format(Locale.ROOT, "%,d", waiting.ahead());
        String page =
                notice(waiting)
                        + said(
                                "앞에 " + ahead + "명이 기다리고 있습니다.",
                                ahead + " people are ahead of you.");
        if (waiting.paused()) {
            page += said("입장이 잠시 멈췄습니다.", "Admission is paused.");
        } else if (waiting.etaSeconds() != QueueAnswer.UNKNOWN) {
            long minutes = (waiting.etaSeconds() + 59) / 60;
            page +=
                    said(
                            "예상 대기 시간은 약 %d분입니다.".formatted(minutes),
                            "About %d min to go.".formatted(minutes));
        }
        return page
                + said(
                        "이 페이지는 저절로 새로 고쳐집니다. 닫지 마세요.",
                        "This page reloads by itself. Keep it open.");
    }

    private static String notice(QueueAnswer.Waiting waiting) {
        @Nullable Notice notice = waiting.notice();
        if (notice == null) {
            return "";
        }
        @Nullable String ko = notice.ko() == null ? notice.en() : notice.ko();
        @Nullable String en = notice.en() == null ? notice.ko() : notice.en();
        return said(HtmlUtils.htmlEscape(ko + "", "UTF-8"), HtmlUtils.htmlEscape(en + "", "UTF-8"));
    }

    private static String said(String korean, String english) {
        return "<p>%s<br><span lang=\"en\">%s</span></p>".formatted(korean, english);
    }
}
