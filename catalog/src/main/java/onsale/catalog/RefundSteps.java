package onsale.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.json.JsonMapper;

/**
 * What fans pay for giving tickets of an event back, as data: the first step whose days are still
 * ahead counts, and after the last one nothing is taken back. Nothing is taken back on the day of
 * the show either, whatever the steps say.
 *
 * @param steps longest before the show first
 */
public record RefundSteps(List<Step> steps) {

    /** The fee for a ticket given back at least so many days of 24 hours before the show. */
    public record Step(int daysBefore, int feePercent) {}

    public static final int STEPS_MAX = 10;
    public static final int DAYS_MAX = 365;

    public static final RefundSteps DEFAULT =
            new RefundSteps(
                    List.of(new Step(3, 0), new Step(2, 10), new Step(1, 20), new Step(0, 30)));

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public RefundSteps {
        steps = List.copyOf(steps);
    }

    /** What is wrong with the steps, if anything. */
    public Optional<String> error() {
        for (int i = 1; i < steps.size(); i++) {
            if (steps.get(i).daysBefore >= steps.get(i - 1).daysBefore) {
                return Optional.of("must come in the order of their days, longest before first");
            }
            if (steps.get(i).feePercent < steps.get(i - 1).feePercent) {
                return Optional.of("must not become cheaper as the show comes near");
            }
        }
        return Optional.empty();
    }

    /** Whether no fan gets less back than by the other steps, whenever they give a ticket back. */
    public boolean isAtLeastAsGoodAs(RefundSteps other) {
        return other.steps.stream()
                .allMatch(step -> {
                    OptionalInt fee = feeAt(step.daysBefore);
                    return fee.isPresent() && fee.getAsInt() <= step.feePercent;
                });
    }

    private OptionalInt feeAt(int days) {
        return steps.stream()
                .filter(step -> step.daysBefore <= days)
                .mapToInt(Step::feePercent)
                .findFirst();
    }

    public String json() {
        return JSON.writeValueAsString(steps);
    }

    public static RefundSteps parse(String json) {
        return new RefundSteps(Arrays.asList(JSON.readValue(json, Step[].class)));
    }
}
