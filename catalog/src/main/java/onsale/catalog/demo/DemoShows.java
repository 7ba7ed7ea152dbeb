package onsale.catalog.demo;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.catalog.event.EventForm.GradeForm;
import onsale.catalog.venue.HallView;
import onsale.catalog.venue.VenueForm;

/**
 * The shows of the demo data; venues, people and stories are invented. Together they have a sale in
 * every state, with and without a waiting room, and halls of every form.
 */
final class DemoShows {

    private static final String RED = "#D7263D";
    private static final String ORANGE = "#F46036";
    private static final String GREEN = "#1B998B";
    private static final String BLUE = "#2E86AB";
    private static final String VIOLET = "#9E37D1";

    private final DemoOrganiser organiser;

    DemoShows(DemoOrganiser organiser) {
        this.organiser = organiser;
    }

    void create() {
        HallView theatre =
                organiser.hall(
                        new VenueForm(
                                "달무리극장 Dalmuri Theatre", "서울특별시 새나루구 물빛길 12", "서울", "theater"),
                        "대극장 Grand Hall",
                        DemoHalls.theatre());
        musical(theatre);
        concert();
        festival();
        play();
        dance();
        jazz();
        family(theatre);
    }

    /** Sales that are over, that are open without and with a waiting room, and that open soon. */
    private void musical(HallView hall) {
        String hara = "하라 Hara";
        String captain = "선장 Captain";
        String keeper = "등대지기 Keeper";
        UUID event =
                organiser.event(
                        "종이배의 노래 Song of the Paper Boat",
                        "종이배 컴퍼니 Paperboat Company",
                        "paper-boat",
                        """
                        폭풍이 지나간 항구 마을. 열두 살에 바다로 띄워 보낸 종이배 하나가, 스무 해 만에 젖지도 않은 채 돌아온다. 배 안에는 하라가 쓰지 않은 편지가 들어 있다.
                        여섯 명의 배우와 열한 명의 연주자가 한 밤 동안 부르는, 돌아오지 못한 것들에 대한 노래.

                        A harbour town after the storm. A paper boat that Hara set afloat when she was twelve comes back after twenty years, and it is dry. Inside is a letter that she never wrote.
                        Six actors and eleven musicians sing through one night about everything that did not come back.\
                        """,
                        hall,
                        1,
                        21,
                        4,
                        List.of(
                                new GradeForm(
                                        "VIP", 170_000, RED, "1층 중앙 앞쪽 · Stalls, front centre"),
                                new GradeForm("R", 140_000, ORANGE, "1층 · Stalls"),
                                new GradeForm("S", 110_000, GREEN, "2층 앞쪽 · Balcony, front"),
                                new GradeForm("A", 80_000, BLUE, "2층 · Balcony"),
                                new GradeForm("OP", 170_000, VIOLET, "오케스트라 피트 · Orchestra pit")),
                        Map.of(
                                hara, List.of("서이든 Seo Iden", "문가온 Mun Gaon"),
                                captain, List.of("백도윤 Baek Doyun", "차무결 Cha Mugyeol"),
                                keeper, List.of("오라온 Oh Raon")));
        Map<String, List<String>> first =
                Map.of(
                        hara,
                        List.of("서이든 Seo Iden"),
                        captain,
                        List.of("백도윤 Baek Doyun"),
                        keeper,
                        List.of("오라온 Oh Raon"));
        Map<String, List<String>> second =
                Map.of(
                        hara,
                        List.of("문가온 Mun Gaon"),
                        captain,
                        List.of("차무결 Cha Mugyeol"),
                        keeper,
                        List.of("오라온 Oh Raon"));
        organiser.schedule(event, days(-20), days(-1), days(1), false, first);
        organiser.schedule(event, days(-2), days(13), days(14), false, first);
        organiser.schedule(event, Duration.ofHours(-1), days(14), days(15), true, second);
        organiser.schedule(event, Duration.ofMinutes(15), days(20), days(21), true, first);
        organiser.open(event);
    }

    /** A sale that opens shortly after the platform has started for the first time. */
    private void concert() {
        HallView hall =
                organiser.hall(
                        new VenueForm("너울아레나 Neoul Arena", "인천광역시 별하구 너울로 77", "인천", "arena"),
                        "메인홀 Main Hall",
                        DemoHalls.arena());
        UUID event =
                organiser.event(
                        "새벽 주파수 Dawn Frequency",
                        "노바레인 NOVA LANE",
                        "dawn-frequency",
                        """
                        네 사람이 지하 연습실에서 시작한 밴드 노바레인의 첫 아레나 단독 공연. 새벽 네 시, 아무도 듣지 않는 주파수로 보내던 노래들이 만오천 석을 채운다.

                        The first arena show of NOVA LANE, four people who began in a basement. The songs they sent out at four in the morning, on a frequency that nobody listened to, now fill fifteen thousand seats.\
                        """,
                        hall,
                        30,
                        30,
                        2,
                        List.of(
                                new GradeForm("VIP", 198_000, RED, "플로어 · Floor"),
                                new GradeForm("R", 154_000, ORANGE, "1층 · Lower tier"),
                                new GradeForm("S", 121_000, GREEN, "2층 · Upper tier")),
                        Map.of());
        organiser.schedule(event, Duration.ofMinutes(2), days(29), days(30), true, Map.of());
        organiser.open(event);
    }

    /** A stadium with standing zones; its sale opens next week. */
    private void festival() {
        HallView hall =
                organiser.hall(
                        new VenueForm(
                                "은하나루스타디움 Eunhanaru Stadium",
                                "부산광역시 은결구 나루대로 300",
                                "부산",
                                "stadium"),
                        "그라운드 Ground",
                        DemoHalls.stadium());
        UUID event =
                organiser.event(
                        "물결초원 페스티벌 Wave Meadow Festival",
                        "여러 음악가 Various Artists",
                        "wave-meadow",
                        """
                        하루 종일, 세 개의 무대, 서른두 팀. 해가 지면 잔디 위에 누워 마지막 곡을 함께 부른다. 우산 대신 비옷을 챙기세요.

                        All day, three stages, thirty-two bands. When the sun is down everybody lies on the grass and sings the last song together. Bring a raincoat, not an umbrella.\
                        """,
                        hall,
                        60,
                        60,
                        4,
                        List.of(
                                new GradeForm("ST", 132_000, RED, "스탠딩 · Standing"),
                                new GradeForm("R", 110_000, ORANGE, "1층 · First tier"),
                                new GradeForm("S", 99_000, GREEN, "2층 · Second tier"),
                                new GradeForm("A", 77_000, BLUE, "3층 · Third tier")),
                        Map.of());
        organiser.schedule(event, days(7), days(59), days(60), true, Map.of());
        organiser.open(event);
    }

    /** A show so small that the demo fans, who look for its title, buy all its seats. */
    private void play() {
        HallView hall =
                organiser.hall(
                        new VenueForm("골목소극장 Alley Theatre", "서울특별시 새나루구 돌담길 3", "서울", "theater"),
                        "온실 Glasshouse",
                        DemoHalls.glasshouse());
        String sister = "언니 The elder";
        String brother = "동생 The younger";
        UUID event =
                organiser.event(
                        "유리 과수원 The Glass Orchard",
                        "극단 숨은그림 Hidden Picture",
                        "glass-orchard",
                        """
                        문 닫은 온실에서 두 자매가 마지막 나무를 누구에게 남길지 정한다. 객석은 스물네 석, 배우의 숨소리가 들리는 거리.

                        In a glasshouse that has closed, two sisters decide who gets the last tree. Twenty-four seats, close enough to hear the actors breathe.\
                        """,
                        hall,
                        10,
                        10,
                        12,
                        List.of(new GradeForm("R", 45_000, RED, "전석 · All seats")),
                        Map.of(
                                sister,
                                List.of("한여울 Han Yeoul"),
                                brother,
                                List.of("은소리 Eun Sori", "남겨울 Nam Gyeoul")));
        organiser.schedule(
                event,
                days(-3),
                days(9),
                days(10),
                false,
                Map.of(sister, List.of("한여울 Han Yeoul"), brother, List.of("은소리 Eun Sori")));
        organiser.open(event);
    }

    /** A show on sale without a waiting room, on several days with different casts. */
    private void dance() {
        HallView hall =
                organiser.hall(
                        new VenueForm("둥근마당 Round Yard", "대전광역시 솔밭구 나래로 45", "대전", "theater"),
                        "원형극장 The Round",
                        DemoHalls.round());
        String moon = "달 The Moon";
        String gardener = "정원사 The Gardener";
        UUID event =
                organiser.event(
                        "달의 정원 Moon Garden",
                        "무용단 물그림자 Water Shadow Dance",
                        "moon-garden",
                        """
                        달이 차오르는 열나흘 동안 한 정원사가 씨앗을 심고, 기다리고, 춤춘다. 무대를 둘러싼 객석 어디에서나 다른 달을 본다.

                        For the fourteen nights in which the moon grows, a gardener plants, waits and dances. The seats are all around the stage, and from each of them one sees another moon.\
                        """,
                        hall,
                        17,
                        19,
                        4,
                        List.of(
                                new GradeForm("R", 70_000, RED, "앞쪽 다섯 줄 · First five rows"),
                                new GradeForm("S", 50_000, GREEN, "뒤쪽 · Behind them")),
                        Map.of(
                                moon,
                                List.of("류하얀 Ryu Hayan", "진솔 Jin Sol"),
                                gardener,
                                List.of("도담 Dodam", "강물결 Kang Mulgyeol")));
        List<Map<String, List<String>>> casts =
                List.of(
                        Map.of(moon, List.of("류하얀 Ryu Hayan"), gardener, List.of("도담 Dodam")),
                        Map.of(moon, List.of("진솔 Jin Sol"), gardener, List.of("도담 Dodam")),
                        Map.of(
                                moon,
                                List.of("류하얀 Ryu Hayan"),
                                gardener,
                                List.of("강물결 Kang Mulgyeol")));
        for (int i = 0; i < casts.size(); i++) {
            organiser.schedule(event, days(-5), days(16 + i), days(17 + i), false, casts.get(i));
        }
        organiser.open(event);
    }

    /** A club with tables and a standing zone, on sale behind a waiting room. */
    private void jazz() {
        HallView hall =
                organiser.hall(
                        new VenueForm("반지하클럽 Half Basement", "서울특별시 물마루구 밤길 9", "서울", "club"),
                        "홀 The Room",
                        DemoHalls.club());
        UUID event =
                organiser.event(
                        "한밤의 재즈 Midnight Jazz",
                        "자정오중주 Midnight Quintet",
                        "midnight-jazz",
                        """
                        막차가 떠난 뒤에 시작해서 첫차가 오기 전에 끝난다. 신청곡은 종이에 적어 피아노 위에.

                        It begins after the last train and ends before the first. Write your request on paper and leave it on the piano.\
                        """,
                        hall,
                        6,
                        13,
                        4,
                        List.of(
                                new GradeForm("TB", 66_000, ORANGE, "테이블 · Table"),
                                new GradeForm("ST", 44_000, BLUE, "스탠딩 · Standing")),
                        Map.of());
        organiser.schedule(event, days(-1), days(5), days(6), true, Map.of());
        organiser.schedule(event, days(-1), days(12), days(13), true, Map.of());
        organiser.open(event);
    }

    /** An event that ended weeks ago. */
    private void family(HallView hall) {
        UUID event =
                organiser.event(
                        "등대 우체국 The Lighthouse Post",
                        "극단 바람개비 Pinwheel Players",
                        "lighthouse-post",
                        """
                        주소 없는 편지만 받는 우체국이 있다. 다섯 살부터 함께 볼 수 있는 가족 음악극.

                        There is a post office that takes letters without an address. A musical play for families, from the age of five.\
                        """,
                        hall,
                        -12,
                        -12,
                        4,
                        List.of(
                                new GradeForm("VIP", 66_000, RED, null),
                                new GradeForm("R", 55_000, ORANGE, null),
                                new GradeForm("S", 44_000, GREEN, null),
                                new GradeForm("A", 33_000, BLUE, null),
                                new GradeForm("OP", 66_000, VIOLET, null)),
                        Map.of("우체부 The Postman", List.of("마루 Maru")));
        organiser.schedule(event, days(-60), days(-13), days(-12), false, Map.of());
        organiser.open(event);
    }

    private static Duration days(int days) {
        return Duration.ofDays(days);
    }
}
