package onsale.platform.messaging;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the context that sends a type of message and those that consume it. A message is sealed for
 * each consumer, and a consumer accepts a type only from its owner.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface MessageContract {

    /** Any context may send it. Its sender cannot be verified, so it has no consumers. */
    String ANYBODY = "*";

    /** The context that sends it. */
    String owner();

    /** The contexts that consume it; other systems may read it too but cannot verify it. */
    String[] consumers() default {};

    /** Increases when the record changes; older versions must be readable while they can arrive. */
    int version() default 1;
}
