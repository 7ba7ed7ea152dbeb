package onsale.reservation.recommend;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says in words why seats are proposed, in Korean or English. */
enum WhySeats {
    KO(
            "1석",
            "나란히 %d석",
            "앞뒤로 붙은 %d석",
            "같은 구역에 나누어 %d석",
            "정중앙",
            "중앙에서 %d칸",
            "구역 앞에서 %d번째 줄",
            "통로 옆",
            "옆에 한 자리가 남아요"),
    EN(
            "One seat",
            "%d side by side",
            "%d in two rows, one above the other",
            "%d in two parts of one section",
            "dead centre",
            "%d seats from the centre",
            "row %d of the section",
            "at the aisle",
            "leaves a single seat");

    private final String one;
    private final String sideBySide;
    private final String above;
    private final String apart;
    private final String centre;
    private final String fromCentre;
    private final String row;
    private final String aisle;
    private final String orphan;

    WhySeats(
            String one,
            String sideBySide,
            String above,
            String apart,
            String centre,
            String fromCentre,
            String row,
            String aisle,
            String orphan) {
        this.one = one;
        this.sideBySide = sideBySide;
        this.above = above;
        this.apart = apart;
        this.centre = centre;
        this.fromCentre = fromCentre;
        this.row = row;
        this.aisle = aisle;
        this.orphan = orphan;
    }

    /** The language that a browser asks for first; Korean for any but English. */
    static WhySeats in(@Nullable String acceptLanguage) {
        return acceptLanguage != null && acceptLanguage.regionMatches(true, 0, "en", 0, 2)
                ? EN
                : KO;
    }

    String of(Proposal proposal) {
        int count = proposal.seats().size();
        List<String> parts = new ArrayList<>();
        parts.add(
                switch (proposal.arrangement()) {
                    case SIDE_BY_SIDE -> count == 1 ? one : sideBySide.formatted(count);
                    case ABOVE -> above.formatted(count);
                    case APART -> apart.formatted(count);
                });
        long away = Math.round(proposal.fromMiddle());
        parts.add(away == 0 ? centre : fromCentre.formatted(away));
        parts.add(row.formatted(proposal.row()));
        if (proposal.atAisle()) {
            parts.add(aisle);
        }
        if (proposal.orphans() > 0) {
            parts.add(orphan);
        }
        return String.join(" · ", parts);
    }
}
