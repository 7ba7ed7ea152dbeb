package onsale.app;

import java.util.ArrayList;
import java.util.List;
import onsale.app.Api.Answer;

/** A browser as far as sessions go: it keeps one cookie, which our page cannot read. */
final class Browser {

    static final String COOKIE = "onsale_refresh";

    private final Api api;
    private final String url;
    private String cookie = "";

    Browser(Api api, String url) {
        this.api = api;
        this.url = url;
    }

    static Browser signedIn(Api api, String url, String email) {
        Browser browser = new Browser(api, url);
        Answer in = browser.login(email, Api.PASSWORD);
        if (in.status() != 200) {
            throw new IllegalStateException(in.response().body());
        }
        return browser;
    }

    /** As it is sent: name and value. */
    String cookie() {
        return cookie;
    }

    void cookie(String other) {
        cookie = other;
    }

    Answer login(String email, String password, String... headers) {
        String form = "{\"email\":\"%s\",\"password\":\"%s\"}".formatted(email, password);
        return kept(
                api.send(
                        "POST",
                        url + "/api/auth/browser/login",
                        null,
                        form,
                        "application/json",
                        headers));
    }

    Answer refresh(String... headers) {
        return call("refresh", headers);
    }

    Answer logout(String... headers) {
        return call("logout", headers);
    }

    /** As our page calls, and as the browser adds its cookie. */
    private Answer call(String name, String... more) {
        List<String> headers = new ArrayList<>(List.of(more));
        headers.addAll(List.of("X-Onsale-Browser", "1", "Cookie", cookie));
        return kept(send(name, headers.toArray(String[]::new)));
    }

    Answer send(String name, String... headers) {
        return api.send("POST", url + "/api/auth/browser/" + name, null, null, null, headers);
    }

    private Answer kept(Answer answer) {
        answer.response()
                .headers()
                .firstValue("set-cookie")
                .ifPresent(set -> cookie = set.split(";", 2)[0]);
        return answer;
    }
}
