package onsale.user.rehearsal;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether rehearsals are enabled. If not, their controller does not exist: its paths are 404. */
public final class RehearsalEnabled implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return context.getEnvironment()
                .getProperty("onsale.rehearsal.enabled", Boolean.class, false);
    }
}
