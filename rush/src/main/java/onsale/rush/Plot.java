package onsale.rush;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import onsale.rush.chaos.Injector;

/** A plot over time as SVG: lines or stacked areas, and the faults as bands behind them. */
final class Plot {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 210;
    private static final int LEFT = 52;
    private static final int RIGHT = 12;
    private static final int TOP = 12;
    private static final int BOTTOM = 26;
    private static final int TICKS = 4;
    private static final List<String> COLOURS =
            List.of(
                    "#2E86AB", "#D7263D", "#1B998B", "#F46036", "#9E37D1", "#B08900", "#6B7280",
                    "#00A0A0");

    private record Line(String name, double[] values) {}

    private final String title;
    private final String unit;
    private final int seconds;
    private final List<Line> lines = new ArrayList<>();
    private boolean stacked;

    Plot(String title, String unit, int seconds) {
        this.title = title;
        this.unit = unit;
        this.seconds = Math.max(1, seconds);
    }

    Plot line(String name, IntToDoubleFunction atSecond) {
        double[] values = new double[seconds];
        for (int i = 0; i < seconds; i++) {
            values[i] = atSecond.applyAsDouble(i);
        }
        lines.add(new Line(name, values));
        return this;
    }

    /** Stacks the lines, so that the top one is the sum. */
    Plot stacked() {
        stacked = true;
        return this;
    }

    String svg(List<Injector.Done> faults) {
        List<Line> drawn = stacked ? sums() : lines;
        double max = 1e-9;
        for (Line line : drawn) {
            for (double value : line.values) {
                max = Math.max(max, value);
            }
        }
        max = round(max);
        StringBuilder svg = new StringBuilder();
        svg.append("<figure><figcaption><b>%s</b> <i>%s</i>".formatted(title, unit));
        for (int i = 0; i < lines.size(); i++) {
            svg.append(
                    "<span><s style=\"background:%s\"></s>%s</span>"
                            .formatted(colour(i), lines.get(i).name));
        }
        svg.append(
                "</figcaption><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
                        .formatted(WIDTH, HEIGHT, title));
        for (Injector.Done fault : faults) {
            double from = x(fault.atNanos() / 1e9);
            double to = Math.max(from + 2, x(fault.overNanos() / 1e9));
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" class=\"f\"><title>%s</title></rect>",
                            from,
                            TOP,
                            Math.max(2, Math.min(to, WIDTH - RIGHT) - from),
                            HEIGHT - TOP - BOTTOM,
                            fault.fault()));
        }
        grid(svg, max);
        for (int i = drawn.size() - 1; i >= 0; i--) { // the first on top
            svg.append(
                    stacked
                            ? "<polygon points=\"%.1f,%d %s %.1f,%d\" fill=\"%s\"/>"
                                    .formatted(
                                            x(0),
                                            HEIGHT - BOTTOM,
                                            points(drawn.get(i), max),
                                            x(seconds - 1),
                                            HEIGHT - BOTTOM,
                                            colour(i))
                            : "<polyline points=\"%s\" stroke=\"%s\"/>"
                                    .formatted(points(drawn.get(i), max), colour(i)));
        }
        return svg.append("</svg></figure>").toString();
    }

    private static String colour(int line) {
        return COLOURS.get(line % COLOURS.size());
    }

    private List<Line> sums() {
        List<Line> sums = new ArrayList<>();
        double[] below = new double[seconds];
        for (Line line : lines) {
            double[] sum = new double[seconds];
            for (int i = 0; i < seconds; i++) {
                sum[i] = below[i] + line.values[i];
            }
            sums.add(new Line(line.name, sum));
            below = sum;
        }
        return sums;
    }

    private String points(Line line, double max) {
        StringBuilder points = new StringBuilder();
        for (int at = 0; at < seconds; at++) {
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(at), y(line.values[at], max)));
        }
        return points.toString().strip();
    }

    private void grid(StringBuilder svg, double max) {
        for (int i = 0; i <= TICKS; i++) {
            double y = y(max * i / TICKS, max);
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" class=\"g\"/><text x=\"%d\" y=\"%.1f\" class=\"a\" text-anchor=\"end\">%s</text>",
                            LEFT,
                            WIDTH - RIGHT,
                            y,
                            y,
                            LEFT - 6,
                            y + 4,
                            number(max * i / TICKS)));
        }
        int step = Math.max(5, (int) Math.ceil(seconds / 12.0 / 5) * 5);
        for (int at = 0; at < seconds; at += step) {
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%.1f\" y=\"%d\" class=\"a\" text-anchor=\"middle\">%d s</text>",
                            x(at),
                            HEIGHT - 8,
                            at));
        }
    }

    private double x(double second) {
        return LEFT + (WIDTH - LEFT - RIGHT) * second / Math.max(1, seconds - 1);
    }

    private static double y(double value, double max) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / max;
    }

    /** Rounds up to a round number. */
    private static double round(double max) {
        double power = Math.pow(10, Math.floor(Math.log10(max)));
        for (double nice : new double[] {1, 2, 4, 5, 8, 10}) {
            if (nice * power >= max) {
                return nice * power;
            }
        }
        return 10 * power;
    }

    private static String number(double value) {
        return value >= 10 || value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.2f", value);
    }
}
