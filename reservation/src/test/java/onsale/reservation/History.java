package onsale.reservation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What fans were told, from all nodes, and what they therefore believed. Times are those of the one
 * clock of this machine. A line is a moment in microseconds and
 *
 * <ul>
 *   <li>{@code H id seats until}: told to have these seats until then;
 *   <li>{@code O id seats}: told to have these seats until the order has its verdict;
 *   <li>{@code E id}: from now on not sure of them (a request to change or release is on its way);
 *   <li>{@code X id}: lost for good, whatever is told later (a verdict, a cancellation);
 *   <li>{@code !}: an answer that was an exception.
 * </ul>
 */
final class History {

    private record Line(long at, String kind, String id, List<Integer> seats, long until) {

        static Line of(String text) {
            String[] words = text.split(" ", -1);
            return new Line(
                    Long.parseLong(words[0]),
                    words[1],
                    words[2],
                    words.length > 3 && !words[3].isEmpty()
                            ? List.of(words[3].split(",", -1)).stream()
                                    .map(Integer::valueOf)
                                    .toList()
                            : List.of(),
                    words.length > 4 ? Long.parseLong(words[4]) : Long.MAX_VALUE);
        }
    }

    /** Somebody was sure to have a seat. */
    private record Belief(String id, int seat, long from, long until) {}

    private final List<String> texts = new ArrayList<>();

    History(List<String> texts) {
        this.texts.addAll(texts);
    }

    static History of(List<Path> logs) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Path log : logs) {
            String all = Files.readString(log);
            // a process that was killed may have left half a line
            all.substring(0, all.lastIndexOf('\n') + 1).lines().forEach(texts::add);
        }
        return new History(texts);
    }

    private List<Line> lines() {
        return texts.stream()
                .filter(text -> !text.contains(" ! "))
                .map(Line::of)
                .sorted(Comparator.comparingLong(Line::at))
                .toList();
    }

    /** How often fans were told what. */
    Map<String, Long> counts() {
        return lines().stream()
                .collect(Collectors.groupingBy(Line::kind, TreeMap::new, Collectors.counting()));
    }

    /** Answers that were exceptions, by their type, with one of the messages. */
    Map<String, String> exceptions() {
        Map<String, String> found = new TreeMap<>();
        texts.stream()
                .filter(text -> text.contains(" ! "))
                .map(text -> text.substring(text.indexOf(" ! ") + 3).split(" ", 2))
                .forEach(words -> found.put(words[0], words[1]));
        return found;
    }

    private List<Belief> beliefs() {
        List<Belief> beliefs = new ArrayList<>();
        Map<String, Line> now = new HashMap<>();
        for (Line line : lines()) {
            Line before = now.get(line.id);
            if (before != null) {
                for (int seat : before.seats) {
                    long end = Math.min(before.until, line.at);
                    beliefs.add(new Belief(line.id, seat, before.at, end));
                }
            }
            if (before == null || !before.kind.equals("X")) {
                now.put(line.id, line);
            }
        }
        for (Line last : now.values()) {
            last.seats.forEach(seat -> beliefs.add(new Belief(last.id, seat, last.at, last.until)));
        }
        return beliefs.stream().filter(belief -> belief.from < belief.until).toList();
    }

    /** Seats that two fans were sure to have at the same moment. */
    List<String> seatsWithTwoBelievers() {
        List<String> found = new ArrayList<>();
        Map<Integer, List<Belief>> bySeat =
                beliefs().stream().collect(Collectors.groupingBy(Belief::seat));
        for (List<Belief> ofSeat : bySeat.values()) {
            List<Belief> inOrder =
                    ofSeat.stream().sorted(Comparator.comparingLong(Belief::from)).toList();
            Belief longest = inOrder.getFirst();
            for (Belief next : inOrder.subList(1, inOrder.size())) {
                if (next.from < longest.until && !next.id.equals(longest.id)) {
                    found.add(longest + " and " + next);
                }
                longest = next.until > longest.until ? next : longest;
            }
        }
        return found;
    }
}
