package onsale.platform;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Formats a record that contains a token or personal data for {@code toString}, so that no log line
 * shows them: the values of the named components are replaced, whether present or not.
 */
public final class Redacted {

    private static final String HIDDEN = "***";

    private Redacted() {}

    public static String text(Record record, String... hidden) {
        Set<String> names = Set.of(hidden);
        List<String> parts = new ArrayList<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = component.getName();
            parts.add(name + "=" + (names.contains(name) ? HIDDEN : value(component, record)));
        }
        return record.getClass().getSimpleName() + "[" + String.join(", ", parts) + "]";
    }

    private static @Nullable Object value(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
