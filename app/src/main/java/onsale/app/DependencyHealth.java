package onsale.app;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Up when a dependency answers a real request. */
final class DependencyHealth extends AbstractHealthIndicator {

    @FunctionalInterface
    interface Question {
        void ask() throws Exception;
    }

    private final Question question;

    DependencyHealth(Question question) {
        super("does not answer");
        this.question = question;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws Exception {
        question.ask();
        builder.up();
    }
}
