package onsale.catalog.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import onsale.catalog.transfer.ImportPlan.BadRow;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the items of a DynamoDB table as they are exported: one {@code {"Item": …}} per line, or
 * one {@code {"Items": […]}} as {@code aws dynamodb scan} prints it; plain or gzipped. Items are
 * handed over one by one, so a file of any size needs little memory.
 */
final class DynamoFile {

    /** An item with plain values instead of typed ones, and where it begins. */
    record Item(String file, int line, ObjectNode values) {}

    /** Items follow one another in a file, so there is something behind each. */
    private static final JsonMapper JSON =
            JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String name;
    private final Consumer<Item> items;
    private final Consumer<BadRow> badRows;

    private DynamoFile(String name, Consumer<Item> items, Consumer<BadRow> badRows) {
        this.name = name;
        this.items = items;
        this.badRows = badRows;
    }

    static void read(Path file, Consumer<Item> items, Consumer<BadRow> badRows) throws IOException {
        String name = String.valueOf(file.getFileName());
        try (InputStream raw = Files.newInputStream(file);
                InputStream plain = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                JsonParser parser = JSON.createParser(plain)) {
            new DynamoFile(name, items, badRows).readAll(parser);
        }
    }

    private void readAll(JsonParser parser) {
        try {
            JsonToken token;
            while ((token = parser.nextToken()) != null) {
                if (token == JsonToken.START_OBJECT) {
                    readRoot(parser);
                } else {
                    bad(parser, "is no object");
                    return;
                }
            }
        } catch (JacksonException e) {
            bad(parser, "is no JSON: " + e.getOriginalMessage());
        }
    }

    private void readRoot(JsonParser parser) {
        int line = line(parser);
        boolean any = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String property = parser.currentName();
            JsonToken value = parser.nextToken();
            if (property.equals("Item") && value == JsonToken.START_OBJECT) {
                any = true;
                readItem(parser);
            } else if (property.equals("Items") && value == JsonToken.START_ARRAY) {
                any = true;
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    readItem(parser);
                }
            } else {
                parser.skipChildren();
            }
        }
        if (!any) {
            badRows.accept(new BadRow(name, line, "has neither Item nor Items"));
        }
    }

    private void readItem(JsonParser parser) {
        int line = line(parser);
        JsonNode typed = JSON.readTree(parser);
        ObjectNode values = NODES.objectNode();
        try {
            for (Map.Entry<String, JsonNode> one : typed.properties()) {
                values.set(one.getKey(), plain(one.getValue()));
            }
        } catch (IllegalArgumentException e) {
            badRows.accept(new BadRow(name, line, String.valueOf(e.getMessage())));
            return;
        }
        items.accept(new Item(name, line, values));
    }

    private static JsonNode plain(JsonNode typed) {
        if (!typed.isObject() || typed.size() != 1) {
            throw new IllegalArgumentException("has a value without a type: " + shortened(typed));
        }
        Map.Entry<String, JsonNode> only = typed.properties().iterator().next();
        JsonNode value = only.getValue();
        return switch (only.getKey()) {
            case "S" -> NODES.stringNode(value.asString());
            case "N" -> NODES.numberNode(new BigDecimal(value.asString()));
            case "BOOL" -> NODES.booleanNode(value.asBoolean());
            case "NULL" -> NODES.nullNode();
            case "SS", "NS" -> value;
            case "L" -> {
                ArrayNode list = NODES.arrayNode();
                value.values().forEach(one -> list.add(plain(one)));
                yield list;
            }
            case "M" -> {
                ObjectNode map = NODES.objectNode();
                value.properties().forEach(one -> map.set(one.getKey(), plain(one.getValue())));
                yield map;
            }
            default -> throw new IllegalArgumentException("has the unknown type " + only.getKey());
        };
    }

    private static String shortened(JsonNode node) {
        String text = node.toString();
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    private void bad(JsonParser parser, String what) {
        badRows.accept(new BadRow(name, line(parser), what));
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }
}
