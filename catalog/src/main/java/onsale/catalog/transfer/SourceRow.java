package onsale.catalog.transfer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import onsale.catalog.PlainText;
import onsale.catalog.transfer.DynamoFile.Item;
import onsale.catalog.transfer.ImportPlan.BadRow;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An item with what its values must be; the first that is wrong makes it a bad row. */
final class SourceRow {

    /** Thrown for a row that cannot be imported, with the reason. */
    static final class Bad extends RuntimeException {

        private static final long serialVersionUID = 1;

        Bad(String what) {
            super(what, null, false, false);
        }
    }

    private final Item item;

    SourceRow(Item item) {
        this.item = item;
    }

    BadRow bad(Bad why) {
        return new BadRow(item.file(), item.line(), String.valueOf(why.getMessage()));
    }

    JsonNode node(String name) {
        return item.values().path(name);
    }

    String text(String name, int max) {
        return text(name, node(name), max);
    }

    String textOr(String name, int max, String otherwise) {
        JsonNode value = node(name);
        return value.isMissingNode() || value.isNull() || value.asString("").isBlank()
                ? otherwise
                : text(name, value, max);
    }

    /** A text that may have several lines, or be missing. */
    String prose(String name, int max) {
        String text = node(name).asString("");
        @Nullable String wrong = PlainText.Validator.wrong(text, max, true, true);
        if (wrong != null) {
            throw new Bad(name + " " + wrong);
        }
        return text;
    }

    static String text(String name, JsonNode value, int max) {
        if (!value.isString() && !value.isNumber()) {
            throw new Bad(name + (value.isMissingNode() ? " is missing" : " is no text"));
        }
        String text = value.asString();
        @Nullable String wrong = PlainText.Validator.wrong(text, max, false, false);
        if (wrong != null) {
            throw new Bad(name + " " + wrong);
        }
        return text;
    }

    static long number(String name, JsonNode value, long min, long max) {
        if (!value.isNumber() || value.decimalValue().stripTrailingZeros().scale() > 0) {
            throw new Bad(name + (value.isMissingNode() ? " is missing" : " is no whole number"));
        }
        if (value.asDouble() < min || value.asDouble() > max) {
            throw new Bad("%s is not from %d to %d".formatted(name, min, max));
        }
        return value.longValue();
    }

    /** Names by role. */
    Map<String, List<String>> cast(String... names) {
        for (String name : names) {
            if (node(name).isObject()) {
                Map<String, List<String>> cast = new LinkedHashMap<>();
                for (Map.Entry<String, JsonNode> role : node(name).properties()) {
                    cast.put(
                            role.getKey(),
                            role.getValue().values().stream()
                                    .map(one -> text(name, one, 100))
                                    .toList());
                }
                return cast;
            }
        }
        return Map.of();
    }
}
