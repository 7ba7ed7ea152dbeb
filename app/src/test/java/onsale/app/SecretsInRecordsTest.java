package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Records are what ends up in a log line by accident. Each that has a token, a password or a
 * person's data by the name of a component is made with a planted value, and its text is searched.
 */
class SecretsInRecordsTest {

    private static final Pattern SECRET =
            Pattern.compile(
                    "(?i).*(token|password|e-?mail|phone|paymentOrder|receipt|birthDate).*|ci|di|ciHash");

    /** Names of these classes are people's; elsewhere they are those of venues and settings. */
    private static final Pattern NAMES_OF_PEOPLE =
            Pattern.compile("onsale\\.user\\..*|onsale\\.portone\\.Identity.*");

    /** Ids of tokens, by which they are revoked; nobody is let in by one. */
    private static final Pattern NOT_SECRET = Pattern.compile("tokenId|identityVerificationId");

    private static final String PLANTED = "planted-71c9";

    record Planted(UUID id, String refreshToken) {}

    @Test
    void noRecordShowsATokenOrAPerson() {
        List<Class<?>> suspects =
                new ClassFileImporter()
                                .withImportOption(new ImportOption.DoNotIncludeTests())
                                .importPackages("onsale")
                                .stream()
                                .filter(type -> !isOfTools(type))
                                .<Class<?>>map(JavaClass::reflect)
                                .filter(Class::isRecord)
                                .filter(type -> secrets(type).findAny().isPresent())
                                .toList();

        assertThat(suspects).hasSizeGreaterThan(15);
        assertThat(suspects).noneMatch(SecretsInRecordsTest::shows);
    }

    /** The canary. */
    @Test
    void aRecordThatShowsItsTokenIsFound() {
        assertThat(secrets(Planted.class)).hasSize(1);
        assertThat(shows(Planted.class)).isTrue();
    }

    private static boolean isOfTools(JavaClass type) {
        return Stream.of("onsale.rush", "onsale.checker", "onsale.testkit", "onsale.bench")
                .anyMatch(type.getPackageName()::startsWith);
    }

    private static Stream<RecordComponent> secrets(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component ->
                        component.getType() == String.class || component.getType() == byte[].class)
                .filter(component -> !NOT_SECRET.matcher(component.getName()).matches())
                .filter(component ->
                        SECRET.matcher(component.getName()).matches()
                                || (component.getName().equals("name")
                                        && NAMES_OF_PEOPLE.matcher(type.getName()).matches()));
    }

    private static boolean shows(Class<?> type) {
        return made(type).toString().contains(PLANTED);
    }

    private static Object made(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        List<String> secrets = secrets(type).map(RecordComponent::getName).toList();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        List<@Nullable Object> values = new ArrayList<>();
        for (RecordComponent component : components) {
            boolean planted = secrets.contains(component.getName());
            values.add(value(component.getType(), planted ? PLANTED : "x"));
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values.toArray());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("cannot make a " + type.getName(), e);
        }
    }

    private static @Nullable Object value(Class<?> type, String text) {
        if (type == String.class || type == Object.class) {
            return text;
        }
        if (type == byte[].class) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type == List.class) {
            return List.of();
        }
        if (type == Secret.class) {
            return new Secret(text);
        }
        return type.isRecord() ? made(type) : simple(type);
    }

    private static @Nullable Object simple(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "UUID" -> UUID.randomUUID();
            case "Instant" -> Instant.EPOCH;
            case "LocalDate" -> LocalDate.EPOCH;
            case "Duration" -> Duration.ofMinutes(1);
            case "boolean" -> true;
            case "int" -> 1;
            case "long" -> 1L;
            case "double" -> 1.0;
            default -> null;
        };
    }
}
