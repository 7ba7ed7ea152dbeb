package onsale.portone;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What all pages of the simulator share: their style, their language, the way back. */
final class Page {

    private static final String STYLE =
            """
            :root { color-scheme: light dark; --ink: #17202e; --soft: #5a6577; --line: #d5dae3;
              --paper: #fff; --ground: #eef1f6; --brand: #3446d8; --onbrand: #fff; --bad: #b3261e; }
            @media (prefers-color-scheme: dark) { :root { --ink: #eef1f6; --soft: #a9b3c4;
              --line: #3b4556; --paper: #1b222d; --ground: #10151c; --brand: #8d9bff;
              --onbrand: #0d1330; --bad: #ff9a92; } }
            * { box-sizing: border-box; }
            body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
              background: var(--ground); color: var(--ink);
              font: 16px/1.5 system-ui, "Apple SD Gothic Neo", "Noto Sans KR", sans-serif; }
            main { width: 100%; max-width: 26rem; background: var(--paper); border-radius: 16px;
              border: 1px solid var(--line); padding: 1.75rem; }
            .tag { display: inline-block; font-size: .8rem; color: var(--soft); padding: .1rem .6rem;
              border: 1px solid var(--line); border-radius: 99px; }
            h1 { font-size: 1.35rem; margin: .9rem 0 .25rem; }
            p { margin: .25rem 0 1rem; color: var(--soft); }
            label { display: block; font-weight: 600; margin-top: .9rem; }
            input, select { width: 100%; font: inherit; color: inherit; margin-top: .3rem;
              padding: .65rem .75rem; border: 1px solid var(--line); border-radius: 10px;
              background: transparent; }
            option { color: #17202e; background: #fff; }
            button { width: 100%; font: inherit; font-weight: 600; margin-top: .75rem; padding: .8rem;
              border-radius: 10px; cursor: pointer; border: 1px solid var(--line);
              background: transparent; color: var(--ink); }
            button.main { background: var(--brand); border-color: var(--brand);
              color: var(--onbrand); margin-top: 1.5rem; }
            button.bad { color: var(--bad); }
            :focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
            dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; margin: 1.25rem 0 0;
              padding: 1rem 0; border-block: 1px solid var(--line); }
            dt { color: var(--soft); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
            .sum { font-size: 1.5rem; font-weight: 700; }
            .error { color: var(--bad); font-weight: 600; }
            """;

    /** The one style that the pages may have, and no script at all. */
    static final String POLICY =
            "default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; frame-ancestors 'none'"
                    .formatted(sha256(STYLE));

    private Page() {}

    private static String sha256(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    /** Whether the browser prefers Korean; otherwise pages are English. */
    static boolean korean(Request request) {
        @Nullable String asked = request.query().get("lang");
        @Nullable String preferred = request.header("accept-language");
        String language = asked != null ? asked : preferred != null ? preferred : "ko";
        return language.startsWith("ko");
    }

    static Answer of(int status, boolean korean, String title, String body) {
        return Answer.page(
                status,
                """
                <!doctype html>
                <html lang="%s">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <style>%s</style>
                </head>
                <body>
                <main>
                <span class="tag">%s</span>
                <h1>%s</h1>
                %s
                </main>
                </body>
                </html>
                """
                        .formatted(
                                korean ? "ko" : "en",
                                escape(title),
                                STYLE,
                                korean
                                        ? "포트원 시뮬레이터 · 실제 결제 아님"
                                        : "PortOne simulator · no real money",
                                escape(title),
                                body));
    }

    /** Returns to the shop with the result, or shows a last page if there is no return address. */
    static Answer back(
            Request request,
            @Nullable URI wayBack,
            String doneTitle,
            Map<String, @Nullable String> fields) {
        if (wayBack == null) {
            boolean korean = korean(request);
            return of(
                    200,
                    korean,
                    doneTitle,
                    "<p>%s</p>".formatted(korean ? "이 창을 닫아도 됩니다." : "You may close this window."));
        }
        String query =
                fields.entrySet().stream()
                        .filter(field -> field.getValue() != null)
                        .map(field -> field.getKey() + "=" + encode("" + field.getValue()))
                        .collect(Collectors.joining("&"));
        String before = wayBack.toString().split("#", 2)[0];
        @Nullable String fragment = wayBack.getRawFragment();
        return Answer.redirect(
                before
                        + (before.contains("?") ? "&" : "?")
                        + query
                        + (fragment == null ? "" : "#" + fragment));
    }

    static String escape(@Nullable String text) {
        if (text == null) {
            return "";
        }
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
