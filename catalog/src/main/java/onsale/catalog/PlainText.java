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
 * Text a person wrote: not too long, no control characters (which PostgreSQL or the hash of an
 * inventory would stumble over), no half characters.
 */
@Constraint(validatedBy = PlainText.Validator.class)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
@interface PlainText {

    int max();

    /** Whether it may be left out or empty. */
    boolean optional() default false;

    /** Whether it may have several lines. */
    boolean lines() default false;

    String message() default "is not acceptable";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Tells which of the rules is broken. */
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

        /** Continues the sentence that starts with the field's name; or nothing is wrong. */
        static @Nullable String wrong(
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
