package onsale.catalog.page;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.catalog.event.EventStatus;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The head of a show's page in one language: title, description, picture, and facts as data. */
final class ShowHead {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Names are written in Korean first and then, perhaps, in Latin letters. */
    private static final Pattern BOTH =
            Pattern.compile("(.*\\p{IsHangul}\\S*)\\s+(\\p{IsLatin}.*)");

    private static final int DESCRIPTION_MAX = 160;

    private final ShowFacts show;
    private final boolean english;
    private final String site;
    private final ZoneId zone;

    /**
     * @param site the public address, empty if it is not known
     */
    ShowHead(ShowFacts show, boolean english, String site, ZoneId zone) {
        this.show = show;
        this.english = english;
        this.site = site;
        this.zone = zone;
    }

    String language() {
        return english ? "en" : "ko";
    }

    String html() {
        String title = name(show.title());
        StringBuilder head = new StringBuilder();
        head.append("<title>").append(escaped(title)).append(" · Onsale</title>\n");
        meta(head, "name", "description", description());
        meta(head, "property", "og:type", "website");
        meta(head, "property", "og:site_name", "Onsale");
        meta(head, "property", "og:locale", english ? "en_US" : "ko_KR");
        meta(head, "property", "og:title", title);
        meta(head, "property", "og:description", description());
        if (!image().isEmpty()) {
            meta(head, "property", "og:image", image());
            meta(head, "name", "twitter:card", "summary_large_image");
        }
        if (!site.isEmpty()) {
            meta(head, "property", "og:url", address());
            link(head, "rel=\"canonical\"", address());
            link(head, "rel=\"alternate\" hreflang=\"ko\"", base() + "?lang=ko");
            link(head, "rel=\"alternate\" hreflang=\"en\"", base() + "?lang=en");
            link(head, "rel=\"alternate\" hreflang=\"x-default\"", base());
        }
        head.append("<script type=\"application/ld+json\">")
                .append(data().toString().replace("<", "\\u003c"))
                .append("</script>\n");
        return head.toString();
    }

    /** The Korean page is the canonical one without a language in its address. */
    private String address() {
        return english ? base() + "?lang=en" : base();
    }

    private String base() {
        return site + "/events/" + show.id();
    }

    private String name(String both) {
        Matcher matcher = BOTH.matcher(both);
        return matcher.matches() ? matcher.group(english ? 2 : 1) : both;
    }

    private String description() {
        String facts =
                "%s · %s · %s"
                        .formatted(
                                show.startsOn().equals(show.endsOn())
                                        ? show.startsOn()
                                        : show.startsOn() + " – " + show.endsOn(),
                                name(show.venue()),
                                name(show.artist()));
        String story = show.description().replaceAll("\\s+", " ").strip();
        String all = story.isEmpty() ? facts : facts + ". " + story;
        return all.length() <= DESCRIPTION_MAX
                ? all
                : all.substring(0, DESCRIPTION_MAX - 1).replaceFirst("[\\uD800-\\uDBFF]$", "")
                        + "…";
    }

    private String image() {
        return show.posterUrl().startsWith("/") ? site + show.posterUrl() : show.posterUrl();
    }

    private ObjectNode data() {
        ObjectNode data = JSON.createObjectNode();
        data.put("@context", "https://schema.org");
        data.put("@type", "Event");
        data.put("name", name(show.title()));
        data.put("description", description());
        data.put(
                "startDate",
                show.firstAt() == null
                        ? show.startsOn().toString()
                        : DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                                show.firstAt().atZoneSameInstant(zone)));
        data.put("endDate", show.endsOn().toString());
        data.put("eventAttendanceMode", "https://schema.org/OfflineEventAttendanceMode");
        data.put(
                "eventStatus",
                show.status() == EventStatus.CANCELLED
                        ? "https://schema.org/EventCancelled"
                        : "https://schema.org/EventScheduled");
        if (!image().isEmpty()) {
            data.putArray("image").add(image());
        }
        data.putObject("performer")
                .put("@type", "PerformingGroup")
                .put("name", name(show.artist()));
        ObjectNode place = data.putObject("location");
        place.put("@type", "Place").put("name", name(show.venue()));
        place.putObject("address")
                .put("@type", "PostalAddress")
                .put("streetAddress", show.address())
                .put("addressLocality", show.city());
        offers(data);
        return data;
    }

    private void offers(ObjectNode data) {
        if (show.status() != EventStatus.OPEN) {
            return;
        }
        ObjectNode offers = data.putObject("offers");
        offers.put("@type", "AggregateOffer")
                .put("priceCurrency", "KRW")
                .put("lowPrice", show.priceMin())
                .put("highPrice", show.priceMax());
        if (show.onSale()) {
            offers.put("availability", "https://schema.org/InStock");
        } else if (show.opensAt() != null) {
            offers.put("availability", "https://schema.org/PreOrder");
            offers.put("validFrom", show.opensAt().toString());
        }
        if (!site.isEmpty()) {
            offers.put("url", address());
        }
    }

    private static void meta(StringBuilder head, String kind, String name, String content) {
        head.append("<meta %s=\"%s\" content=\"%s\">\n".formatted(kind, name, escaped(content)));
    }

    private static void link(StringBuilder head, String kind, String address) {
        head.append("<link %s href=\"%s\">\n".formatted(kind, escaped(address)));
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
