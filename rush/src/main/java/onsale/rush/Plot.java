package onsale.rush;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/** A plot over time as SVG: lines, and the faults as bands behind them. */
final class Plot {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 220;
    private static final int LEFT = 60;
    private static final int RIGHT = 15;
    private static final int TOP = 30;
    private static final int BOTTOM = 28;
    private static final int TICKS = 4;
    private static final List<String> COLOURS =
            List.of(
                    "#2E86AB", "#D7263D", "#1B998B", "#F46036", "#9E37D1", "#7A6C00", "#444444",
                    "#00A0A0");

    private record Line(String name, double[] values) {}

    private final String title;
    private final String unit;
    private final int seconds;
    private final List<Line> lines = new ArrayList<>();

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

    String svg(List<Injector.Done> faults) {
        double max = 1e-9;
        for (Line line : lines) {
            for (double value : line.values) {
                max = Math.max(max, value);
            }
        }
        max = round(max);
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\"><text x=\"%d\" y=\"16\" class=\"t\">%s (%s)</text>"
                        .formatted(WIDTH, HEIGHT, title, LEFT, title, unit));
        for (Injector.Done fault : faults) {
            double from = x(fault.atNanos() / 1e9);
            double to = Math.max(from + 2, x(fault.overNanos() / 1e9));
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" class=\"f\"><title>%s</title></rect>",
                            from,
                            TOP,
                            Math.min(to, WIDTH - RIGHT) - from,
                            HEIGHT - TOP - BOTTOM,
                            fault.fault()));
        }
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
        int step = Math.max(1, (int) Math.ceil(seconds / 12.0 / 5) * 5);
        for (int at = 0; at < seconds; at += step) {
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%.1f\" y=\"%d\" class=\"a\" text-anchor=\"middle\">%d s</text>",
                            x(at),
                            HEIGHT - 8,
                            at));
        }
        for (int i = 0; i < lines.size(); i++) {
            StringBuilder points = new StringBuilder();
            double[] values = lines.get(i).values;
            for (int at = 0; at < seconds; at++) {
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(at), y(values[at], max)));
            }
            String colour = COLOURS.get(i % COLOURS.size());
            svg.append(
                    "<polyline points=\"%s\" style=\"stroke:%s\"/>"
                            .formatted(points.toString().strip(), colour));
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%d\" y=\"16\" class=\"a\" style=\"fill:%s\">%s</text>",
                            LEFT + 330 + i * 540 / Math.max(4, lines.size()),
                            colour,
                            lines.get(i).name));
        }
        return svg.append("</svg>").toString();
    }

    private double x(double second) {
        return LEFT + (WIDTH - LEFT - RIGHT) * second / Math.max(1, seconds - 1);
    }

    private static double y(double value, double max) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / max;
    }

    /** Up to a number people like. */
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
