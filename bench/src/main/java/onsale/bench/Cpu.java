package onsale.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The CPU time that something has used so far. */
interface Cpu {

    /** The CPU time of something that uses none. */
    Cpu NONE = () -> 0;

    double micros();

    /** The CPU time of a server with the processes it has started, including ended ones. */
    record Tree(long pid) implements Cpu {

        private static final double MICROS_PER_TICK = 10_000; // Linux tells it in hundredths

        @Override
        public double micros() {
            return ProcessHandle.of(pid).stream()
                    .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                    .mapToDouble(process -> ticks(process.pid()) * MICROS_PER_TICK)
                    .sum();
        }

        /** Returns its own time and that of its ended children; 0 if it has just ended. */
        private static long ticks(long pid) {
            try {
                String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
                // after the name, which may hold anything but ends with the last parenthesis
                List<String> fields =
                        List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
                return fields.subList(11, 15).stream().mapToLong(Long::parseLong).sum();
            } catch (IOException e) {
                return 0;
            }
        }
    }
}
