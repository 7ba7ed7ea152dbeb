/** One HTTP request as the front sees it: its target, its client, and the rules it must keep. */
@NullMarked
package onsale.edge.front.request;

import org.jspecify.annotations.NullMarked;
