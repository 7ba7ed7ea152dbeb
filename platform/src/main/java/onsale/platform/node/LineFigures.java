package onsale.platform.node;

import java.util.List;

/** The lines that this process follows; offered by the context that has them. */
@FunctionalInterface
public interface LineFigures {

    /** Read from memory: at most so many lines, those with most fans first. */
    List<NodeReport.Line> lines(int max);
}
