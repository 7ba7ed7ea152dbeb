package onsale.platform.node;

import java.util.List;

/** The requests of this process; offered by its front. */
public interface RequestFigures {

    /** By kind, over the last ten seconds. */
    List<NodeReport.Requests> kinds();

    /** The number of open event streams. */
    int streams();
}
