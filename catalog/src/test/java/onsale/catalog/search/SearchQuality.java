package onsale.catalog.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.catalog.World;
import onsale.catalog.event.EventForm;
import onsale.catalog.search.EventFacets.FacetCount;
import onsale.catalog.search.EventSearch.Sort;
import onsale.catalog.venue.HallForm;
import onsale.catalog.venue.VenueForm;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What is found first, for searches as people type them; the same in every locale. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SearchQuality {

    /** Title | artist | venue | cast | days until the first show. */
    private static final String SHOWS =
            """
            사다리 게임 Ladder Game            | 극단 안개              | 달무리극장 Dalmuri Theatre | 서이든 Seo Iden          | 12
            햄릿 Hamlet                        | 새나루극단             | 세종문화홀                 | 문가온                   | 50
            햄릿: 두 번째 밤                   | 극단 안개              | 예술의뜰                   | 백도윤                   | 20
            오페라의 유령 The Phantom of the Opera | 종이배 컴퍼니      | 달무리극장 Dalmuri Theatre | 차무결, 오라온           | 33
            레미제라블 Les Misérables          | 종이배 컴퍼니          | 달무리극장 Dalmuri Theatre | 오라온                   | 60
            캣츠 Cats                          | 고양이 클럽            | 블루스퀘어 Blue Square     | 김고양                   | 40
            Beyoncé Tribute Night              | Queen B Band           | 너울아레나 Neoul Arena     | Ann Lee                  | 15
            Rock'n'Roll 100% Live              | The Garage             | 너울아레나 Neoul Arena     | Bo                       | 16
            달빛 아래 Under the Moon           | 루멘포 Lumen Four      | 너울아레나 Neoul Arena     | 한새벽                   | 70
            재즈 파크 Jazz Park                | 달빛 트리오            | 예술의뜰                   | 김피아                   | 1
            가족 음악회                        | 동네 합창단            | 달빛홀                     | 이소리                   | 1
            작은 연극                          | 소극장 사람들          | 예술의뜰                   | 한달빛                   | 1
            호두까기 인형 The Nutcracker       | 누리발레 Nuri Ballet   | 세종문화홀                 | 유나래                   | 30
            백조의 호수 Swan Lake              | 누리발레 Nuri Ballet   | 세종문화홀                 | 유나래                   | 25
            새벽 주파수 Dawn Frequency         | 노바레인 NOVA LANE     | 너울아레나 Neoul Arena     | 도하                     | 44
            겨울 나그네 Winterreise            | 정명운                 | 예술의뜰                   | 정명운                   | 90
            킹키부츠 Kinky Boots               | 붉은구두 컴퍼니        | 블루스퀘어 Blue Square     | 김호연, 강홍식           | 22
            지킬 앤 하이드 Jekyll & Hyde       | 붉은구두 컴퍼니        | 블루스퀘어 Blue Square     | 조승후                   | 80
            위키드 WICKED                      | 초록마녀단             | 달무리극장 Dalmuri Theatre | 옥주연                   | 55
            과학 쇼 Science Show               | 실험실 사람들          | 은하나루스타디움           | 박사님                   | 5
            K-POP 페스타 2027                  | 여러 가수              | 은하나루스타디움           | 별무리                   | 100
            서울 재즈 페스티벌 Seoul Jazz Festival | 여러 음악가        | 은하나루스타디움           | 김피아                   | 65
            부산 불꽃 콘서트                   | 파도소리               | 은하나루스타디움           | 해운                     | 18
            맘마미아! Mamma Mia!               | 지중해 컴퍼니          | 블루스퀘어 Blue Square     | 도나                     | 26
            시카고 Chicago                     | 지중해 컴퍼니          | 블루스퀘어 Blue Square     | 록시                     | 28
            어린왕자 The Little Prince         | 극단 별                | 예술의뜰                   | 여우                     | 9
            셜록 홈즈: 사라진 밤               | 극단 안개              | 달무리극장 Dalmuri Theatre | 왕도현                   | 35
            """;

    /** What is typed, and the beginning of the title that comes first. */
    private static final String QUERIES =
            """
            사다리            | 사다리 게임
            ㅅㄷㄹㄱ          | 사다리 게임
            ㅅㄷㄹ            | 사다리 게임
            사다리게임        | 사다리 게임
            사 다 리          | 사다리 게임
            다리              | 사다리 게임
            LADDER            | 사다리 게임
            add               | 사다리 게임
            햄릿              | 햄릿: 두 번째 밤
            hamlet            | 햄릿 Hamlet
            ㅎㄹ 안개         | 햄릿: 두 번째 밤
            햄릿 새나루       | 햄릿 Hamlet
            헴릿              | 햄릿: 두 번째 밤
            hamlte            | 햄릿 Hamlet
            goaflt            | 햄릿: 두 번째 밤
            오페라의유령      | 오페라의 유령
            ㅇㅍㄹㅇ ㅇㄹ     | 오페라의 유령
            오페라의 유렁     | 오페라의 유령
            phantom           | 오페라의 유령
            phantm            | 오페라의 유령
            the phantom of the opera | 오페라의 유령
            레미제라블        | 레미제라블
            레미재라블        | 레미제라블
            les miserables    | 레미제라블
            Misérables        | 레미제라블
            제라              | 레미제라블
            캣츠              | 캣츠
            캐츠              | 캣츠
            ㅋㅊ              | 캣츠
            ｃａｔｓ          | 캣츠
            beyonce           | Beyoncé
            rock n roll       | Rock'n'Roll
            rocknroll         | Rock'n'Roll
            100%              | Rock'n'Roll
            달빛              | 달빛 아래
            달 빛             | 달빛 아래
            달빛트리오        | 재즈 파크
            달빛홀            | 가족 음악회
            한달빛            | 작은 연극
            ㄷㅂㅌㄹㅇ        | 재즈 파크
            under moon        | 달빛 아래
            호두              | 호두까기 인형
            ㅎㄷㄲㄱ          | 호두까기 인형
            누리발레          | 백조의 호수
            swan lkae         | 백조의 호수
            nova              | 새벽 주파수
            노바래인          | 새벽 주파수
            주파              | 새벽 주파수
            정명운            | 겨울 나그네
            winterriese       | 겨울 나그네
            킹키              | 킹키부츠
            킨키부츠          | 킹키부츠
            강홍식            | 킹키부츠
            jekyll hyde       | 지킬 앤 하이드
            wicekd            | 위키드
            kpop              | K-POP
            ㅅㅇ ㅈㅈ         | 서울 재즈 페스티벌
            재즈              | 재즈 파크
            맘마이아          | 맘마미아
            시캬고            | 시카고
            little prince     | 어린왕자
            셜록홈스          | 셜록 홈즈
            ㅄ                | 부산 불꽃
            세종문화홀        | 백조의 호수
            """;

    private final Stores stores;
    private World world;
    private Suggestions suggestions;
    private SearchEvents searchEvents;

    SearchQuality(Stores stores) {
        this.stores = stores;
    }

    @BeforeAll
    void shows() {
        world = new World(stores);
        Map<String, UUID> halls = new HashMap<>();
        for (String line : lines(SHOWS)) {
            String[] show = cells(line);
            UUID hall = halls.computeIfAbsent(show[2], this::aHall);
            open(hall, show[0], show[1], List.of(show[3].split(", ")), Integer.parseInt(show[4]));
        }
        suggestions = new Suggestions(new SuggestionStore(world.database, World.CALENDAR));
        suggestions.reload();
        searchEvents = new SearchEvents(world.eventListStore, suggestions);
    }

    @AfterAll
    void close() {
        world.close();
    }

    private UUID aHall(String venue) {
        String city = venue.startsWith("은하") ? "부산" : "서울";
        UUID id = world.venues.create(new VenueForm(venue, "어딘가 1", city, "theater")).id();
        return world.createHall.run(id, new HallForm("홀", World.SMALL)).orProblem().id();
    }

    private void open(UUID hall, String title, String artist, List<String> cast, int inDays) {
        LocalDate day = LocalDate.now(ZoneId.of("Asia/Seoul")).plusDays(inDays);
        EventForm form = World.event(hall, title, artist);
        UUID id =
                world.createEvent
                        .run(
                                new EventForm(
                                        title,
                                        artist,
                                        null,
                                        hall,
                                        day,
                                        day.plusDays(3),
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        form.grades(),
                                        Map.of("all", cast),
                                        null))
                        .orProblem()
                        .id();
        world.openEvent.run(id).orProblem();
    }

    @Test
    void peopleFindWhatTheyLookFor() {
        List<String> wrong = new ArrayList<>();
        for (String line : lines(QUERIES)) {
            String[] query = cells(line);
            EventsFound found = search(query[0]);
            String first = found.items().isEmpty() ? "nothing" : found.items().getFirst().title();
            if (!first.startsWith(query[1])) {
                wrong.add("%s: %s instead of %s".formatted(query[0], first, query[1]));
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(lines(QUERIES)).hasSizeGreaterThanOrEqualTo(60);
    }

    @Test
    void titlesComeBeforeArtistsBeforeVenuesBeforeCasts() {
        assertThat(search("달빛").items())
                .extracting(EventSummary::title)
                .containsExactly("달빛 아래 Under the Moon", "재즈 파크 Jazz Park", "가족 음악회", "작은 연극");
    }

    @Test
    void onlySlipsAreToldAsSimilar() {
        assertThat(search("햄릿").similar()).isFalse();
        assertThat(search("헴릿").similar()).isTrue();
        assertThat(search("헴릿").total()).isEqualTo(2);
        assertThat(search("전혀없는말입니다").items()).isEmpty();
        assertThat(search("!!!").items()).isEmpty();
    }

    @Test
    void aHalfTypedSyllableSuggestsWhatItMayBecome() {
        assertThat(first("사")).startsWith("사다리");
        assertThat(first("킹킵")).startsWith("킹키부츠"); // on the way to 부
        assertThat(first("ㅋㅋㅂ")).startsWith("킹키부츠");
        assertThat(first("오ㅍ")).startsWith("오페라");
        assertThat(first("nuri b")).startsWith("누리발레");
        assertThat(first("moon")).startsWith("달빛");
        assertThat(suggestions.suggest("극단", 8))
                .extracting(Suggestion::text)
                .contains("극단 안개", "극단 별");
        assertThat(suggestions.suggest("", 8)).isEmpty();
        assertThat(suggestions.suggest("달빛", 2)).hasSize(2);
    }

    @Test
    void facetsCountWhatChoosingThemWouldFind() {
        EventSearch all = Searches.of("", Sort.DATE, 1);
        EventSearch inBusan = inCity("부산");

        assertThat(searchEvents.facets(all).cities())
                .containsExactly(new FacetCount("서울", 23), new FacetCount("부산", 4));
        assertThat(searchEvents.facets(inBusan).cities())
                .containsExactly(new FacetCount("서울", 23), new FacetCount("부산", 4));
        assertThat(searchEvents.facets(inBusan).venues())
                .containsExactly(new FacetCount("은하나루스타디움", 4));
        assertThat(searchEvents.facets(inBusan).statuses())
                .containsExactly(new FacetCount("OPEN", 4));
        assertThat(searchEvents.run(inBusan).total()).isEqualTo(4);
        assertThat(searchEvents.facets(Searches.of("재즈", Sort.DATE, 1)).cities())
                .containsExactlyInAnyOrder(new FacetCount("서울", 1), new FacetCount("부산", 1));
    }

    private static EventSearch inCity(String city) {
        return new EventSearch("", null, null, city, "", "", null, null, Sort.DATE, 0, 20);
    }

    private EventsFound search(String query) {
        return searchEvents.run(Searches.of(query, Sort.RELEVANCE, 20));
    }

    private String first(String typed) {
        List<Suggestion> suggested = suggestions.suggest(typed, 8);
        return suggested.isEmpty() ? "nothing" : suggested.getFirst().text();
    }

    private static List<String> lines(String table) {
        return table.lines().filter(line -> !line.isBlank()).toList();
    }

    private static String[] cells(String line) {
        return line.strip().split(" *\\| *", -1);
    }
}
