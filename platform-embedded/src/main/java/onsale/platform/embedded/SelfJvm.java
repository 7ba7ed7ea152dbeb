package onsale.platform.embedded;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines that start another JVM of the same version, in a jar or in a build. */
public final class SelfJvm {

    private SelfJvm() {}

    /** Runs a class with the class path of this JVM. */
    public static List<String> command(List<String> jvmOptions, String mainClass) {
        List<String> line = java(jvmOptions);
        // The AOT cache serves any JVM with the same class path.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-XX:AOTCache="))
                .forEach(line::add);
        line.add("-cp");
        line.add(System.getProperty("java.class.path"));
        if (isExecutableJar()) {
            line.add("-Dloader.main=" + mainClass);
            line.add("org.springframework.boot.loader.launch.PropertiesLauncher");
        } else {
            line.add(mainClass);
        }
        return line;
    }

    /** Runs an executable jar. */
    public static List<String> ofJar(List<String> jvmOptions, Path jar) {
        List<String> line = java(jvmOptions);
        line.add("-jar");
        line.add(jar.toString());
        return line;
    }

    private static List<String> java(List<String> jvmOptions) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(jvmOptions);
        line.add("--enable-native-access=ALL-UNNAMED");
        line.add("--sun-misc-unsafe-memory-access=allow");
        return line;
    }

    private static boolean isExecutableJar() {
        return SelfJvm.class
                .getClassLoader()
                .getClass()
                .getName()
                .startsWith("org.springframework.boot.loader");
    }
}
