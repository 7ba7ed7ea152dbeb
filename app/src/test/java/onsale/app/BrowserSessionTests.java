package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import onsale.app.Api.Answer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sessions of browsers: a cookie that no script reads and no other site can use. */
class BrowserSessionTests {

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static String url;

    @BeforeAll
    static void start() {
        api = SharedNode.get().api;
        url = SharedNode.get().url;
        api.signUp(url, "browser@fans.example", "나창문");
    }

    @Test
    void theRefreshTokenIsInACookieAndNowhereElse() {
        Browser browser = new Browser(api, url);

        Answer in = browser.login("browser@fans.example", Api.PASSWORD);

        assertThat(in.status()).isEqualTo(200);
        assertThat(in.body().propertyNames())
                .containsExactlyInAnyOrder(
                        "accessToken", "expiresInSeconds", "missingTerms", "secondFactorNeeded");
        List<String> cookies = in.response().headers().allValues("set-cookie");
        assertThat(cookies).hasSize(2);
        assertThat(cookies.get(0))
                .matches(
                        "onsale_refresh=[A-Za-z0-9_-]{43}; Path=/api/auth/browser; Max-Age=604800;"
                                + " Expires=[^;]+; HttpOnly; SameSite=Strict");
        assertThat(cookies.get(1))
                .matches(
                        "onsale_device=[A-Za-z0-9_-]{32}; Path=/api/auth/browser; Max-Age=31536000;"
                                + " Expires=[^;]+; HttpOnly; SameSite=Strict");
        assertThat(api.get(url + "/api/users/me", in.text("accessToken")).status()).isEqualTo(200);
    }

    @Test
    void fromLoginToLogout() {
        Browser browser = Browser.signedIn(api, url, "browser@fans.example");

        Answer again = browser.refresh("Origin", url);
        assertThat(again.status()).isEqualTo(200);
        String token = again.text("accessToken");
        String last = browser.cookie();
        Answer out = browser.logout("Origin", url);

        assertThat(out.status()).isEqualTo(204);
        assertThat(out.response().headers().firstValue("set-cookie").orElse(""))
                .startsWith("onsale_refresh=; Path=/api/auth/browser; Max-Age=0;");
        assertThat(api.get(url + "/api/users/me", token).status()).isEqualTo(401);
        browser.cookie(last);
        assertThat(browser.refresh().text("code")).isEqualTo("user.session_over");
        assertThat(browser.logout().status()).as("once more").isEqualTo(204);
    }

    @Test
    void twoTabsAtOnceStaySignedIn() {
        Browser browser = Browser.signedIn(api, url, "browser@fans.example");
        String cookie = browser.cookie();
        browser.refresh();
        browser.cookie(cookie);

        assertThat(browser.refresh().status()).isEqualTo(200);
        assertThat(browser.refresh().status()).isEqualTo(200);
    }

    @Test
    void pagesOfOthersAndFormsAreRefused() {
        Browser browser = Browser.signedIn(api, url, "browser@fans.example");
        String cookie = browser.cookie();

        for (String origin :
                List.of("https://evil.example", "null", url + "0", url + ".evil.example", "")) {
            for (Answer refused :
                    List.of(
                            browser.refresh("Origin", origin),
                            browser.logout("Origin", origin),
                            browser.login(
                                    "browser@fans.example", Api.PASSWORD, "Origin", origin))) {
                assertThat(refused.status()).as(origin).isEqualTo(403);
                assertThat(refused.text("code")).isEqualTo("user.foreign_page");
                assertThat(refused.response().headers().firstValue("set-cookie")).isEmpty();
            }
        }
        for (String call : List.of("refresh", "logout")) {
            assertThat(browser.send(call, "Cookie", cookie).status())
                    .as("without the header, as a form would send it")
                    .isEqualTo(400);
        }
        assertThat(
                        api.send(
                                        "POST",
                                        url + "/api/auth/browser/login",
                                        null,
                                        "email=a&password=b",
                                        "application/x-www-form-urlencoded")
                                .status())
                .isEqualTo(415);
        assertThat(browser.refresh().status()).as("nothing was changed").isEqualTo(200);
    }

    /** The canary: the same calls, from our own page, would have been answered. */
    @Test
    void ourOwnPageIsNotRefused() {
        Browser browser = Browser.signedIn(api, url, "browser@fans.example");

        assertThat(browser.refresh("Origin", url).status()).isEqualTo(200);
        assertThat(browser.refresh("Origin", url.replace("http:", "https:")).status())
                .as("a proxy that ends TLS without telling")
                .isEqualTo(200);
        assertThat(browser.refresh("Origin", url.toUpperCase(java.util.Locale.ROOT)).status())
                .isEqualTo(200);
    }

    @Test
    void theCookieIsSecureWhenAProxySaysThatTheBrowserIs() {
        Browser browser = Browser.signedIn(api, url, "browser@fans.example");
        String site = url.replace("http:", "https:");

        Answer over = browser.refresh("X-Forwarded-Proto", "https", "Origin", site);

        assertThat(over.response().headers().firstValue("set-cookie").orElse(""))
                .contains("; Secure;");
        assertThat(browser.refresh("X-Forwarded-Proto", "https", "Origin", url).status())
                .as("a plain page beside the encrypted one")
                .isEqualTo(403);
    }

    @Test
    void withoutACookieOrWithTwoThereIsNoSession() {
        Browser browser = Browser.signedIn(api, url, "browser@fans.example");
        String cookie = browser.cookie();

        for (String bad :
                List.of("", "onsale_refresh=", "onsale_refresh=x", cookie + "; onsale_refresh=x")) {
            browser.cookie(bad);
            assertThat(browser.refresh().text("code")).as(bad).isEqualTo("user.session_over");
            assertThat(browser.logout().status()).as(bad).isEqualTo(204);
        }
        browser.cookie(cookie);
        assertThat(browser.refresh().status()).isEqualTo(200);
    }
}
