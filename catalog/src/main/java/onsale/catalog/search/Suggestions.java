package onsale.catalog.search;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.platform.Outages;
import onsale.platform.job.Loop;

/**
 * Suggestions from the memory of this node, which follows the catalogue within seconds. While the
 * database is away they stay as they were.
 */
public final class Suggestions implements AutoCloseable {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    /**
     * A change whose transaction took long may be older than the newest one, and a show ends
     * without a change, so all is read again after this many looks.
     */
    private static final int LOOKS_UNTIL_RELOAD = 30;

    private final SuggestionStore store;
    private final Loop loop = new Loop("catalog-suggestions", this::look);
    private volatile SuggestionIndex index = SuggestionIndex.EMPTY;
    private String marker = "";
    private int looks;

    public Suggestions(SuggestionStore store) {
        this.store = store;
    }

    /** Reads the catalogue, and follows it from then on. */
    public Suggestions start() {
        reload();
        loop.start();
        return this;
    }

    @Override
    public void close() {
        loop.close();
    }

    List<Suggestion> suggest(String typed, int max) {
        return index.suggest(typed, max);
    }

    /** The events that were probably meant by a text that occurs nowhere. */
    List<UUID> similar(String typed, int max) {
        return index.similar(typed, max);
    }

    private Duration look() {
        try {
            if (++looks >= LOOKS_UNTIL_RELOAD || !store.marker().equals(marker)) {
                reload();
            }
        } catch (RuntimeException e) {
            if (!Outages.isOutage(e)) {
                throw e;
            }
        }
        return LOOK_EVERY;
    }

    /** Reads the marker first: what changes meanwhile is read by the next look. */
    void reload() {
        String before = store.marker();
        index = new SuggestionIndex(store.all());
        marker = before;
        looks = 0;
    }
}
