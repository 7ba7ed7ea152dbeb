package onsale.catalog;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/**
 * Requires text as a person writes it: of limited length, without control characters and without
 * unpaired surrogates. PostgreSQL cannot store some of these, and the hash of an inventory uses
 * control characters as separators.
 */
@Constraint(validatedBy = PlainText.Validator.class)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface PlainText {

    int max();

    /** Whether the text may be missing or empty. */
    boolean optional() default false;

    /** Whether the text may have several lines. */
    boolean lines() default false;

    String message() default "is not acceptable";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Reports the first rule that the text breaks. */
    final class Validator implements ConstraintValidator<PlainText, @Nullable String> {

        private int max;
        private boolean optional;
        private boolean lines;

        @Override
        public void initialize(PlainText rule) {
            max = rule.max();
            optional = rule.optional();
            lines = rule.lines();
        }

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            @Nullable String wrong = wrong(text, max, optional, lines);
            if (wrong == null) {
                return true;
            }
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate(wrong).addConstraintViolation();
            return false;
        }

        /**
         * What is wrong with the text, as the rest of a sentence that starts with the field's name;
         * null if nothing is.
         */
        public static @Nullable String wrong(
                @Nullable String text, int max, boolean optional, boolean lines) {
            if (text == null || text.isEmpty()) {
                return optional ? null : "is missing";
            }
            if (text.isBlank()) {
                return "is blank";
            }
            if (text.length() > max) {
                return "has more than %d characters".formatted(max);
            }
            boolean plain =
                    text.codePoints().allMatch(c -> (lines && isLayout(c)) || !isControlOrHalf(c));
            return plain ? null : "has characters that are not text";
        }

        private static boolean isLayout(int c) {
            return c == '\n' || c == '\r' || c == '\t';
        }

        private static boolean isControlOrHalf(int c) {
            return Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE;
        }
    }
}
