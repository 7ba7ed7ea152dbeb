package onsale.catalog.layout;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.catalog.layout.HallLayout.SectionConfig;
import org.jspecify.annotations.Nullable;

/** Checks which seats a layout declares the best of each floor and section. */
final class BestSeatsReader {

    private static final Set<String> CENTER_TYPES = Set.of("high", "low", "middle");

    private final LayoutErrors errors;

    private BestSeatsReader(LayoutErrors errors) {
        this.errors = errors;
    }

    static Map<String, Map<String, SectionConfig>> read(
            @Nullable Map<String, @Nullable Map<String, @Nullable SectionConfig>> given,
            List<SeatPlan.Section> sections,
            String at,
            LayoutErrors errors) {
        if (given == null) {
            return Map.of();
        }
        BestSeatsReader reader = new BestSeatsReader(errors);
        Map<String, Set<String>> rows = new HashMap<>();
        for (SeatPlan.Section section : sections) {
            Set<String> names = new HashSet<>();
            section.rows().forEach(row -> names.add(row.name()));
            rows.put(key(section.floor(), section.name()), names);
        }
        Map<String, Map<String, SectionConfig>> all = new LinkedHashMap<>();
        given.forEach((floor, configs) -> {
            if (configs == null) {
                errors.add(at + "." + floor, "is empty");
                return;
            }
            Map<String, SectionConfig> ofFloor = new LinkedHashMap<>();
            configs.forEach((section, config) -> {
                String here = at + "." + floor + "." + section;
                @Nullable Set<String> known = rows.get(key(floor, section));
                if (config == null || known == null) {
                    errors.add(here, "names a section that is not there");
                } else {
                    reader.check(here, config, known);
                    ofFloor.put(section, config);
                }
            });
            all.put(floor, ofFloor);
        });
        return all;
    }

    private void check(String at, SectionConfig config, Set<String> rows) {
        int min = errors.number(at + ".min", config.min(), 1, LayoutReader.NUMBER_MAX, "");
        int max = errors.number(at + ".max", config.max(), 1, LayoutReader.NUMBER_MAX, "");
        if (min > max) {
            errors.add(at + ".min", "is more than max");
        }
        if (config.centerType() == null || !CENTER_TYPES.contains(config.centerType())) {
            errors.add(at + ".centerType", "must be high, low or middle");
        }
        if (config.idealCenter() != null
                && !(config.idealCenter() >= min && config.idealCenter() <= max)) {
            errors.add(at + ".idealCenter", "must be from min to max");
        }
        HallLayout.@Nullable Range range = config.idealRange();
        if (range != null) {
            int start = errors.number(at + ".idealRange.start", range.start(), min, max, "");
            int end = errors.number(at + ".idealRange.end", range.end(), min, max, "");
            if (start > end) {
                errors.add(at + ".idealRange.start", "is more than end");
            }
        }
        if (config.specialRows() == null) {
            return;
        }
        config.specialRows()
                .forEach((row, special) -> {
                    String here = at + ".specialRows." + row;
                    if (special == null || !rows.contains(row)) {
                        errors.add(here, "names a row that is not there");
                    } else if (special.specialRows() != null) {
                        errors.add(here + ".specialRows", "cannot stand inside specialRows");
                    } else {
                        check(here, special, rows);
                    }
                });
    }

    private static String key(String floor, String section) {
        return floor + "\n" + section;
    }
}
