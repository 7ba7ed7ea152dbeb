package onsale.catalog.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import onsale.catalog.search.Suggestion.Kind;
import onsale.catalog.words.Letters;
import onsale.catalog.words.Words;
import org.jspecify.annotations.Nullable;

/**
 * The titles and names of all events that fans see, in memory. Lists of entries by pairs of
 * initials, and by triples of letters for slips, narrow a search to a few entries. Never changed: a
 * new one takes its place.
 */
final class SuggestionIndex {

    static final SuggestionIndex EMPTY = new SuggestionIndex(List.of());

    /** How many entries one search looks at, at most. */
    static final int LOOKS_MAX = 2_000;

    /** How many entries are compared letter by letter for slips, at most. */
    static final int COMPARED_MAX = 200;

    private static final int EVENTS_PER_NAME_MAX = 100;
    private static final int[] NONE = {};

    /** An event as it is read, those that are soon first and those that are over last. */
    record Source(UUID id, String title, String artist, String venue, List<String> cast) {}

    private record Entry(
            Suggestion suggestion, List<UUID> events, Letters letters, String initials) {}

    private record Key(Kind kind, String key) {}

    private record Found(Entry entry, int rank) {}

    private final List<Entry> entries;
    private final Map<String, int[]> byInitials;
    private final Map<String, int[]> byTriples;

    SuggestionIndex(List<Source> sources) {
        this.entries = entries(sources);
        this.byInitials = postings(entry -> grams(entry.initials));
        this.byTriples = postings(entry -> triples(entry.letters.text()));
    }

    int size() {
        return entries.size();
    }

    // ---- suggestions

    /** What begins with the text or has it inside, in the order of a fan's likely interest. */
    List<Suggestion> suggest(String typed, int max) {
        String key = Words.key(typed);
        String initials = Words.initials(key);
        boolean onlyInitials = Words.isInitials(key);
        Letters letters = Letters.of(key);
        List<Found> found = new ArrayList<>();
        int looks = 0;
        for (int at : rarest(grams(initials))) {
            if (++looks > LOOKS_MAX) {
                break;
            }
            Entry entry = entries.get(at);
            int position =
                    onlyInitials ? entry.initials.indexOf(initials) : entry.letters.find(letters);
            if (position >= 0) {
                int place =
                        position == 0
                                ? 0
                                : !onlyInitials && entry.letters.isWordStart(position) ? 1 : 2;
                found.add(new Found(entry, place * Kind.COUNT + kind(entry)));
            }
        }
        return best(found).limit(max).map(one -> one.entry.suggestion).toList();
    }

    // ---- slips

    /**
     * The events that a fan has probably meant by a text which occurs nowhere: typed with slips, or
     * with a keyboard that was set to Latin.
     */
    List<UUID> similar(String typed, int max) {
        List<Found> found = new ArrayList<>();
        addSimilar(Letters.of(Words.key(typed)), found);
        addSimilar(Letters.ofLatinKeys(typed), found);
        Set<UUID> events = new LinkedHashSet<>();
        best(found).forEach(one -> events.addAll(one.entry.events));
        return events.stream().limit(max).toList();
    }

    private void addSimilar(Letters letters, List<Found> found) {
        int slipsMax = slipsMax(letters.length());
        if (slipsMax == 0) {
            return;
        }
        for (int at : likely(triples(letters.text()))) {
            Entry entry = entries.get(at);
            int slips = entry.letters.slips(letters, slipsMax);
            if (slips <= slipsMax) {
                found.add(new Found(entry, slips * Kind.COUNT + kind(entry)));
            }
        }
    }

    /** One slip in four letters: short words have too many neighbours. */
    private static int slipsMax(int letters) {
        return Math.min(letters / 4, 3);
    }

    /** Those that share most triples, the soonest first among equals. */
    private List<Integer> likely(Set<String> triples) {
        Map<Integer, Integer> shared = new HashMap<>();
        for (String triple : triples) {
            for (int at : byTriples.getOrDefault(triple, NONE)) {
                shared.merge(at, 1, Integer::sum);
            }
        }
        return shared.entrySet().stream()
                .sorted(
                        Map.Entry.<Integer, Integer>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(COMPARED_MAX)
                .map(Map.Entry::getKey)
                .toList();
    }

    // ---- the lists

    private static Stream<Found> best(List<Found> found) {
        return found.stream().sorted(Comparator.comparingInt(Found::rank)); // stable: soon first
    }

    private static int kind(Entry entry) {
        return entry.suggestion.kind().rank();
    }

    private int[] rarest(Set<String> grams) {
        int @Nullable [] rarest = null;
        for (String gram : grams) {
            int[] list = byInitials.getOrDefault(gram, NONE);
            if (rarest == null || list.length < rarest.length) {
                rarest = list;
            }
        }
        return rarest == null ? NONE : rarest;
    }

    private static Set<String> grams(String initials) {
        Set<String> grams = new HashSet<>();
        Words.addGrams(initials, grams);
        return grams;
    }

    private static Set<String> triples(String letters) {
        String padded = "^" + letters;
        Set<String> triples = new HashSet<>();
        for (int i = 3; i <= padded.length(); i++) {
            triples.add(padded.substring(i - 3, i));
        }
        return triples;
    }

    private Map<String, int[]> postings(Function<Entry, Set<String>> grams) {
        Map<String, int[]> lists = new HashMap<>();
        Map<String, Integer> lengths = new HashMap<>();
        for (int at = 0; at < entries.size(); at++) {
            for (String gram : grams.apply(entries.get(at))) {
                int length = lengths.merge(gram, 1, Integer::sum);
                int[] list = lists.computeIfAbsent(gram, _ -> new int[4]);
                if (length > list.length) {
                    list = Arrays.copyOf(list, list.length * 2);
                    lists.put(gram, list);
                }
                list[length - 1] = at;
            }
        }
        lists.replaceAll((gram, list) -> Arrays.copyOf(list, lengths.getOrDefault(gram, 0)));
        return lists;
    }

    private static List<Entry> entries(List<Source> sources) {
        Map<Key, Entry> names = new LinkedHashMap<>();
        for (Source source : sources) {
            names.put(
                    new Key(Kind.TITLE, source.id.toString()),
                    entry(new Suggestion(Kind.TITLE, source.title, source.id), List.of(source.id)));
            add(names, Kind.ARTIST, source.artist, source.id);
            add(names, Kind.VENUE, source.venue, source.id);
            source.cast.forEach(name -> add(names, Kind.CAST, name, source.id));
        }
        return List.copyOf(names.values());
    }

    private static void add(Map<Key, Entry> names, Kind kind, String text, UUID event) {
        List<UUID> events =
                names.computeIfAbsent(
                                new Key(kind, Words.key(text)),
                                _ -> entry(new Suggestion(kind, text, null), new ArrayList<>()))
                        .events;
        if (events.size() < EVENTS_PER_NAME_MAX) {
            events.add(event);
        }
    }

    private static Entry entry(Suggestion suggestion, List<UUID> events) {
        String text = suggestion.text();
        return new Entry(suggestion, events, Letters.of(text), Words.initials(Words.key(text)));
    }
}
