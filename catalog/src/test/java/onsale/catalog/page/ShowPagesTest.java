package onsale.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.catalog.PageSettings;
import onsale.catalog.World;
import onsale.catalog.event.EventView;
import onsale.platform.StartFailure;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotRequest;
import onsale.testkit.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What search engines read of a show. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShowPagesTest {

    private static final String SITE = "https://tickets.example";
    private static final String PAGE =
            """
            <!doctype html>
            <html lang="ko">
              <head>
                <meta
                  name="description"
                  content="of the app"
                />
                <title>Onsale</title>
              </head>
              <body><div id="app"></div></body>
            </html>
            """;

    @RegisterExtension static final Stores stores = Stores.shared();

    private World world;
    private ShowPages pages;
    private EventView event;

    @BeforeAll
    void aShow() {
        world = new World(stores);
        event =
                world.createEvent
                        .run(
                                World.event(
                                        world.aSmallHall().id(),
                                        "별의 \"지도\" </script><b> Star & Map",
                                        "루멘포 Lumen Four"))
                        .orProblem();
        world.aSchedule(event);
        world.openEvent.run(event.id()).orProblem();
        pages =
                new ShowPages(
                        new ShowStore(world.database, World.CALENDAR),
                        SITE,
                        World.CALENDAR.zone(),
                        PAGE);
        pages.reload();
    }

    @AfterAll
    void close() {
        world.close();
    }

    @Test
    void aPageHasItsOwnTitleDescriptionPictureAndAddress() {
        String html = html(event.id(), null);

        assertThat(html)
                .contains("<html lang=\"ko\"", "<div id=\"app\">", "루멘포", "property=\"og:title\"")
                .contains(
                        "<link rel=\"canonical\" href=\"" + SITE + "/events/" + event.id() + "\">")
                .contains("content=\"" + SITE + "/posters/moon.jpg\"")
                .doesNotContain("<title>Onsale</title>", "of the app", "<b>");
        assertThat(html.split("<title>", -1)).hasSize(2);
    }

    @Test
    void bothLanguagesHaveAnAddressAndNameEachOther() {
        String english = html(event.id(), "en");

        assertThat(english)
                .contains("<html lang=\"en\"", "Lumen Four", "hreflang=\"ko\"")
                .contains("rel=\"canonical\" href=\"" + SITE + "/events/" + event.id() + "?lang=en")
                .doesNotContain("루멘포");
        assertThat(html(event.id(), null)).doesNotContain("Lumen Four");
    }

    @Test
    void theFactsAreDataOfSchemaOrg() {
        Matcher block =
                Pattern.compile("<script type=\"application/ld\\+json\">(.*)</script>")
                        .matcher(html(event.id(), null));
        assertThat(block.find()).isTrue();
        assertThat(block.group(1)).doesNotContain("<");

        JsonNode data = JsonMapper.builder().build().readTree(block.group(1));
        assertThat(data.path("@type").asString()).isEqualTo("Event");
        assertThat(data.path("name").asString()).startsWith("별의 \"지도\" </script><b>");
        assertThat(data.path("startDate").asString()).endsWith("+09:00");
        assertThat(data.path("location").path("address").path("addressLocality").asString())
                .isEqualTo("서울");
        JsonNode offers = data.path("offers");
        assertThat(offers.path("priceCurrency").asString()).isEqualTo("KRW");
        assertThat(offers.path("lowPrice").asLong()).isEqualTo(99_000);
        assertThat(offers.path("highPrice").asLong()).isEqualTo(170_000);
        assertThat(offers.path("availability").asString()).endsWith("PreOrder");
    }

    @Test
    void whatFansDoNotSeeHasNoPageOfItsOwn() {
        EventView hidden = world.anEvent(world.aSmallHall());
        pages.reload();

        assertThat(pages.answer(new Asked("/events/" + hidden.id(), Map.of()))).isNull();
        assertThat(pages.answer(new Asked("/events/nonsense", Map.of()))).isNull();
        assertThat(sitemap())
                .contains(event.id().toString())
                .doesNotContain(hidden.id().toString());
    }

    @Test
    void aSitemapFollowsTheShows() {
        String before = sitemap();
        assertThat(before).startsWith("<?xml").contains("<loc>" + SITE + "/events/" + event.id());
        EventView another = world.anOpenEvent(world.aSmallHall());

        pages.reload();

        assertThat(sitemap()).contains(another.id().toString());
        assertThat(before).doesNotContain(another.id().toString());
    }

    @Test
    void anAddressWithoutASchemeIsRefusedAtStart() {
        assertThatThrownBy(() -> new PageSettings("tickets.example"))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("onsale.pages.public-url");
    }

    private String sitemap() {
        return text(new Sitemap(pages).answer(new Asked("/sitemap.xml", Map.of())));
    }

    private String html(UUID id, @Nullable String lang) {
        Map<String, String> query = lang == null ? Map.of() : Map.of("lang", lang);
        return text(pages.answer(new Asked("/events/" + id, query)));
    }

    private static String text(@Nullable HotAnswer answer) {
        return new String(
                Objects.requireNonNull(answer, "no answer").body(), StandardCharsets.UTF_8);
    }

    /** A request as the front would read it. */
    private record Asked(String path, Map<String, String> queries) implements HotRequest {

        @Override
        public String lastSegment() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        @Override
        public @Nullable String query(String name) {
            return queries.get(name);
        }

        @Override
        public @Nullable String header(String name) {
            return null;
        }

        @Override
        public String clientAddress() {
            return "192.0.2.1";
        }

        @Override
        public void countAs(String caller) {}

        @Override
        public String requestId() {
            return "test";
        }
    }
}
