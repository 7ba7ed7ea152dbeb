package onsale.queue;

import java.nio.charset.StandardCharsets;
import onsale.platform.door.HotAnswer;
import onsale.platform.door.HotRead;
import onsale.platform.door.HotRequest;
import onsale.platform.pass.Passes;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The waiting room as a plain page that loads itself again: for browsers without JavaScript, and
 * read well by a screen reader.
 */
final class WaitingPage implements HotRead {

    static final String PATH = "/api/queue/page";
    private static final String HTML = "text/html;charset=utf-8";
    private static final JsonMapper JSON_MAPPER = JsonMapper.builder().build();

    private final Status status;
    private final Passes passes;

    WaitingPage(Status status, Passes passes) {
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
        @Nullable String json = status.fromMemory(receipt);
        return json == null
                ? null
                : HotAnswer.of(200, HTML, html(json)).with("referrer-policy", "no-referrer");
    }

    /** Nothing but numbers, states and our own passes goes into the page. */
    static byte[] html(String statusJson) {
        JsonNode status = JSON_MAPPER.readTree(statusJson);
        long reload = Math.max(1, (status.path("pollAfterMillis").asLong(0) + 999) / 1_000);
        String refresh =
                status.has("pollAfterMillis") && !status.has("entryToken")
                        ? "<meta http-equiv=\"refresh\" content=\"%d\">".formatted(reload)
                        : "";
        return """
        <!doctype html>
        <html lang="ko"><head><meta charset="utf-8">%s
        <meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
        <title>대기실 · Waiting room</title></head>
        <body><main><h1>대기실 <span lang="en">· Waiting room</span></h1>
        <div role="status">%s</div></main></body></html>
        """
                .formatted(refresh, text(status))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String text(JsonNode status) {
        return switch (status.path("state").asString("")) {
            case "WAITING" -> waiting(status);
            case "RESTORING" ->
                    said(
                            "순서를 복구하고 있습니다. 번호 %d번은 그대로입니다.".formatted(number(status)),
                            "We are restoring your place. You keep number %d."
                                    .formatted(number(status)));
            case "ADMITTED" ->
                    said("입장하실 차례입니다.", "It is your turn.")
                            + "<p><label>%s <input readonly size=\"60\" value=\"%s\"></label></p>"
                                    .formatted(
                                            "입장 토큰 (X-Queue-Token)",
                                            status.path("entryToken").asString(""));
            case "CLOSED" ->
                    said(
                            "지금은 입장할 수 없습니다.",
                            "Nobody is let in: " + status.path("reason").asString("") + ".");
            default -> said("순서가 끝났습니다. 다시 입장해 주세요.", "This turn is over. Please enter again.");
        };
    }

    private static String waiting(JsonNode status) {
        long ahead = status.path("ahead").asLong(0);
        String page =
                said(
                        "앞에 %,d명이 기다리고 있습니다.".formatted(ahead),
                        "%,d people are ahead of you.".formatted(ahead));
        if (status.path("paused").asBoolean(false)) {
            page += said("입장이 잠시 멈췄습니다.", "Admission is paused.");
        } else if (status.has("etaSeconds")) {
            long minutes = (status.path("etaSeconds").asLong(0) + 59) / 60;
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

    private static long number(JsonNode status) {
        return Place.counter(status.path("number").asLong(0));
    }

    private static String said(String korean, String english) {
        return "<p>%s<br><span lang=\"en\">%s</span></p>".formatted(korean, english);
    }
}
