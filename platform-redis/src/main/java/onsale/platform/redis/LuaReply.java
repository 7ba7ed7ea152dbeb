package onsale.platform.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reply of a script. */
public sealed interface LuaReply {

    /** Nothing was read or changed: the data is lost or being rebuilt, see {@link Incarnation}. */
    record Restoring() implements LuaReply {}

    /**
     * The array that the script returned. Values are never converted: asking for another type is a
     * bug and throws.
     */
    record Values(List<? extends @Nullable Object> items) implements LuaReply {

        public int size() {
            return items.size();
        }

        public String text(int index) {
            return as(String.class, index);
        }

        public long number(int index) {
            return as(Long.class, index);
        }

        public Values values(int index) {
            return new Values((List<?>) as(List.class, index));
        }

        public boolean isNil(int index) {
            return item(index) == null;
        }

        private <T> T as(Class<T> type, int index) {
            @Nullable Object item = item(index);
            if (!type.isInstance(item)) {
                throw new IllegalStateException(
                        "value %d of the reply %s is no %s"
                                .formatted(index, items, type.getSimpleName()));
            }
            return type.cast(item);
        }

        private @Nullable Object item(int index) {
            if (index < 0 || index >= items.size()) {
                throw new IllegalStateException(
                        "the reply %s has no value %d".formatted(items, index));
            }
            return items.get(index);
        }
    }

    static LuaReply of(LuaScript script, List<? extends @Nullable Object> reply) {
        return script.mayAnswerRestoring() && reply.size() == 1 && "RESTORING".equals(reply.get(0))
                ? new Restoring()
                : new Values(reply);
    }
}
