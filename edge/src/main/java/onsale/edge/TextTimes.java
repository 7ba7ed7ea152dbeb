package onsale.edge;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/** Dates and times are text. As it comes, the library guesses what a number or a list may mean. */
final class TextTimes extends ValueDeserializerModifier {

    private static final String TIMES = "java.time";

    @Override
    public ValueDeserializer<?> modifyDeserializer(
            DeserializationConfig config,
            BeanDescription.Supplier type,
            ValueDeserializer<?> deserializer) {
        return type.getBeanClass().getPackageName().equals(TIMES)
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
