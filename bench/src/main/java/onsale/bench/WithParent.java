package onsale.bench;

import java.util.Arrays;

/**
 * Runs the main class that its first argument names, and ends with the process that started this
 * one: a killed benchmark leaves nothing running.
 */
final class WithParent {

    /** The system property with the id of the process that started this one. */
    static final String PID = "bench.parent";

    private WithParent() {}

    public static void main(String[] args) throws Exception {
        ProcessHandle parent =
                ProcessHandle.of(Long.getLong(PID, 0L))
                        .orElseThrow(() -> new IllegalStateException("the parent is gone"));
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    parent.onExit().join();
                    System.exit(1);
                });
        var main = Class.forName(args[0]).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
    }
}
