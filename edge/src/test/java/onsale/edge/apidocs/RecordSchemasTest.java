package onsale.edge.apidocs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How records look in the description of the API. */
class RecordSchemasTest {

    record Place(String name) {}

    record Seat(
            UUID id,
            long price,
            @Nullable String note,
            @Nullable Place place,
            Map<String, @Nullable Integer> counts,
            List<@Nullable Place> near) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Brief(String name, @Nullable String note) {}

    static final class Other {

        record Place(int number) {}

        record Holder(RecordSchemasTest.Place one, Place two) {}
    }

    @Test
    void whatIsNotNullableIsRequired() {
        Schema<?> seat = schema(Seat.class, "Seat");

        assertThat(seat.getRequired()).containsOnly("id", "price", "counts", "near");
        assertThat(property(seat, "id").getTypes()).containsExactly("string");
        assertThat(property(seat, "note").getTypes()).containsExactly("null", "string");
        assertThat(property(seat, "place").getAnyOf()).hasSize(2);
        assertThat(property(seat, "near").getItems().getAnyOf()).hasSize(2);
        assertThat(((Schema<?>) property(seat, "counts").getAdditionalProperties()).getTypes())
                .containsExactly("integer", "null");
    }

    @Test
    void whatIsLeftOutIsNeverNull() {
        Schema<?> brief = schema(Brief.class, "Brief");

        assertThat(brief.getRequired()).containsExactly("name");
        assertThat(property(brief, "note").getTypes()).containsExactly("string");
    }

    @Test
    void twoRecordsOfOneNameAreAnError() {
        assertThatThrownBy(() -> schema(Other.Holder.class, "Holder"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("would both be described as Place");
    }

    private static Schema<?> property(Schema<?> schema, String name) {
        return Objects.requireNonNull(schema.getProperties().get(name));
    }

    private static Schema<?> schema(Class<?> type, String name) {
        ModelConverters converters = new ModelConverters(true);
        converters.addConverter(new RecordSchemas());
        return Objects.requireNonNull(converters.readAll(new AnnotatedType(type)).get(name));
    }
}
