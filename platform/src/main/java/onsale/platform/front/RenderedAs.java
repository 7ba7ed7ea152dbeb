package onsale.platform.front;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the record that a response in bytes is made from, for the description of the API. Used on a
 * handler that returns bytes, on the class of a hot read, call or stream, or on its bean method.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RenderedAs {

    /** A record; {@code byte[]} or {@code String} for a body without fields. */
    Class<?> value();

    String mediaType() default "application/json";
}
