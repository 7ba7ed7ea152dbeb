package onsale.queue.sale;

import org.jspecify.annotations.Nullable;

/**
 * What operators tell those who wait. At least one language is there.
 *
 * @param json the two texts as JSON, written once by the database and not for each answer
 */
public record Notice(@Nullable String ko, @Nullable String en, String json) {}
