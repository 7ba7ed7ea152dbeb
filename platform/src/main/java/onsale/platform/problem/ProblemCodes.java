package onsale.platform.problem;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The codes with which an operation may refuse, for the description of the API. Those of {@link
 * PlatformProblems} are described by rule and are listed only where no rule applies, for example a
 * 404 for an id in the body. Refusing with a code that is not listed is a bug, which is logged.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ProblemCodes {

    String[] value();
}
