package onsale.platform.integrity;

import java.util.List;
import java.util.stream.Stream;

/** The repairs and probes of one context; a bean of its module. */
public record ContextIntegrity(List<Repair> repairs, List<Probe> probes) {

    public ContextIntegrity {
        repairs = List.copyOf(repairs);
        probes = List.copyOf(probes);
    }

    public static ContextIntegrity of(Repair... repairs) {
        return new ContextIntegrity(List.of(repairs), List.of());
    }

    public ContextIntegrity and(List<Repair> more) {
        return new ContextIntegrity(
                Stream.concat(repairs.stream(), more.stream()).toList(), probes);
    }

    public ContextIntegrity looking(Probe probe) {
        return new ContextIntegrity(
                repairs, Stream.concat(probes.stream(), Stream.of(probe)).toList());
    }
}
