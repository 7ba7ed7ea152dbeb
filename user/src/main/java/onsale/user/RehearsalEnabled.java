package onsale.user;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Where nobody rehearses the interface is not there at all: its address is 404. */
final class RehearsalEnabled implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return context.getEnvironment()
                .getProperty("onsale.rehearsal.enabled", Boolean.class, false);
    }
}
