package onsale.edge.mvc;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/** Accepts dates and times as text only. Jackson by default also takes numbers and arrays. */
final class TimesAsText extends ValueDeserializerModifier {

    private static final String TIME_PACKAGE = "java.time";

    @Override
    public ValueDeserializer<?> modifyDeserializer(
            DeserializationConfig config,
            BeanDescription.Supplier type,
            ValueDeserializer<?> deserializer) {
        return type.getBeanClass().getPackageName().equals(TIME_PACKAGE)
                ? new Strict(deserializer)
                : deserializer;
    }

    static final class Strict extends DelegatingDeserializer {

        Strict(ValueDeserializer<?> delegate) {
            super(delegate);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> delegate) {
            return new Strict(delegate);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            return parser.currentToken() == JsonToken.VALUE_STRING
                    ? super.deserialize(parser, context)
                    : context.handleUnexpectedToken(handledType(), parser);
        }
    }
}
